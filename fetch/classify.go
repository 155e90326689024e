package fetch

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"syscall"
)

// because returns the cause for which ctx ended if that is what err is about.
func because(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

type (
	statusError struct{ status int }

	// A locationError is a redirect that leads nowhere.
	locationError struct {
		location string
		err      error
	}

	// A refusedURL is a redirect that we do not follow.
	refusedURL struct {
		location string
		err      error
	}

	// A handshakeError tells errors of TLS from those of what runs over it.
	handshakeError struct{ err error }

	// A bodyError is a body of which not all came.
	bodyError struct {
		class ErrorClass
		err   error
	}
)

func (e *statusError) Error() string {
	return fmt.Sprintf("status %d %s is no answer to this request", e.status, http.StatusText(e.status))
}

func (e *locationError) Error() string {
	return fmt.Sprintf("redirect to %s: %v", short(e.location), e.err)
}

func (e *refusedURL) Error() string {
	return fmt.Sprintf("redirect to %s: not followed: %v", short(e.location), e.err)
}

func (e *handshakeError) Error() string { return "tls: " + strings.TrimPrefix(e.err.Error(), "tls: ") }
func (e *bodyError) Error() string      { return "body: " + e.err.Error() }
func (e *locationError) Unwrap() error  { return e.err }
func (e *refusedURL) Unwrap() error     { return e.err }
func (e *handshakeError) Unwrap() error { return e.err }
func (e *bodyError) Unwrap() error      { return e.err }

// short quotes what a server sent, and not too much of it.
func short(s string) string {
	if len(s) > 200 {
		s = s[:200] + "..."
	}
	return fmt.Sprintf("%q", s)
}

var errTooMuch = errors.New("more octets than a robots.txt can need")

// classify returns the word for err.
func classify(err error) ErrorClass {
	var (
		late      timeout
		address   *AddressError
		body      *bodyError
		handshake *handshakeError
		status    *statusError
		broken    *locationError
		refused   *refusedURL
		dns       *net.DNSError
		netErr    net.Error
	)
	switch {
	case errors.As(err, &late):
		return late.class
	case errors.As(err, &address):
		return ClassRefusedAddress
	case errors.As(err, &body):
		return body.class
	case errors.As(err, &status):
		return ClassStatus
	case errors.As(err, &refused):
		return ClassRefusedURL
	case errors.As(err, &broken):
		return ClassLocation
	case errors.As(err, &handshake):
		return tlsClass(handshake.err)
	case errors.As(err, &dns):
		return ClassDNS
	case errors.Is(err, errTooMuch):
		return ClassWireLimit
	case errors.Is(err, syscall.ECONNREFUSED):
		return ClassConnectRefused
	case isReset(err):
		return ClassReset
	case isHeaderLimit(err):
		return ClassHeaderLimit
	case errors.As(err, &netErr), errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return ClassNetwork
	}
	return ClassProtocol
}

func tlsClass(err error) ErrorClass {
	var (
		cert      *tls.CertificateVerificationError
		authority x509.UnknownAuthorityError
		host      x509.HostnameError
		invalid   x509.CertificateInvalidError
	)
	if errors.As(err, &cert) || errors.As(err, &authority) || errors.As(err, &host) || errors.As(err, &invalid) {
		return ClassCertificate
	}
	return ClassTLS
}

func isReset(err error) bool {
	return errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE) ||
		errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		strings.Contains(err.Error(), "server closed idle connection")
}

// isHeaderLimit knows the errors of net/http by their text, which is all that
// tells them apart; a test notices when they change.
func isHeaderLimit(err error) bool {
	text := err.Error()
	return strings.Contains(text, "response headers exceeded") || strings.Contains(text, "header list larger than")
}
