package mcp

import (
	"context"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// drained is a transport whose input does not end before what was asked is
// answered. Without it the answers to the last lines of a file would be lost.
type drained struct{ mcp.Transport }

// Connect is as for all transports.
func (d drained) Connect(ctx context.Context) (mcp.Connection, error) {
	c, err := d.Transport.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &draining{Connection: c, settled: make(chan struct{}, 1)}, nil
}

type draining struct {
	mcp.Connection
	mu      sync.Mutex
	asked   int // and not answered yet
	settled chan struct{}
}

// Read returns the next message; at the end it waits for the answers first.
func (d *draining) Read(ctx context.Context) (jsonrpc.Message, error) {
	m, err := d.Connection.Read(ctx)
	if r, ok := m.(*jsonrpc.Request); ok && r.IsCall() {
		d.count(1)
	}
	if err == io.EOF {
		d.wait(ctx)
	}
	return m, err
}

// Write sends a message.
func (d *draining) Write(ctx context.Context, m jsonrpc.Message) error {
	err := d.Connection.Write(ctx, m)
	if _, ok := m.(*jsonrpc.Response); ok {
		d.count(-1)
	}
	return err
}

func (d *draining) count(n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.asked += n
	if d.asked <= 0 {
		select {
		case d.settled <- struct{}{}:
		default:
		}
	}
}

func (d *draining) wait(ctx context.Context) {
	t := time.NewTimer(MaxTime)
	defer t.Stop()
	for {
		d.mu.Lock()
		done := d.asked <= 0
		d.mu.Unlock()
		if done {
			return
		}
		select {
		case <-d.settled:
		case <-t.C:
			return
		case <-ctx.Done():
			return
		}
	}
}
