package web_test

import (
	"context"
	"crypto/sha256"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"github.com/robotsgate/robots/web/internal/bundle"
)

// The programs that the page loads, built once for all tests.
var (
	firstProgram = sync.OnceValues(func() ([]byte, error) { return bundle.Reactor("..", true) })
	wholeProgram = sync.OnceValues(func() ([]byte, error) { return bundle.Reactor("..", false) })
)

// A reactor is an instance of such a program.
type reactor struct {
	t             *testing.T
	module        api.Module
	reserve, call api.Function
}

// start compiles a program and starts it. What was compiled is kept beside the
// checkout's other build files: it takes longer than all the questions.
func start(t *testing.T, program func() ([]byte, error)) *reactor {
	t.Helper()
	wasm, err := program()
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	config := wazero.NewRuntimeConfig().WithMemoryLimitPages(1 << 14) // 1 GiB
	dir, err := os.UserCacheDir()
	if err == nil {
		cache, err := wazero.NewCompilationCacheWithDir(filepath.Join(dir, "robots-web-test"))
		if err == nil {
			t.Cleanup(func() { cache.Close(ctx) })
			config = config.WithCompilationCache(cache)
		}
	}
	runtime := wazero.NewRuntimeWithConfig(ctx, config)
	t.Cleanup(func() { runtime.Close(ctx) })
	wasi_snapshot_preview1.MustInstantiate(ctx, runtime)
	module, err := runtime.InstantiateWithConfig(ctx, wasm, wazero.NewModuleConfig().WithStartFunctions("_initialize").
		WithSysWalltime().WithSysNanotime().WithStderr(os.Stderr))
	if err != nil {
		t.Fatal(err)
	}
	return &reactor{t, module, module.ExportedFunction("reserve"), module.ExportedFunction("call")}
}

// room asks for room and writes to it; where there is none it returns false.
func (r *reactor) room(octets []byte) bool {
	r.t.Helper()
	at, err := r.reserve.Call(context.Background(), uint64(len(octets)))
	if err != nil {
		r.t.Fatal(err)
	}
	if at[0] == 0 {
		return false
	}
	if !r.module.Memory().Write(uint32(at[0]), octets) {
		r.t.Fatal("reserved room lies outside of memory")
	}
	return true
}

func (r *reactor) ask(verb string, request []byte) string {
	r.t.Helper()
	if !r.room(append([]byte(verb), request...)) {
		r.t.Fatalf("%s: no room for %d octets", verb, len(request))
	}
	return r.answer(len(verb), len(request))
}

func (r *reactor) answer(verb, request int) string {
	r.t.Helper()
	packed, err := r.call.Call(context.Background(), api.EncodeI32(int32(verb)), api.EncodeI32(int32(request)))
	if err != nil {
		r.t.Fatal(err)
	}
	b, ok := r.module.Memory().Read(uint32(packed[0]>>32), uint32(packed[0]))
	if !ok {
		r.t.Fatal("the answer lies outside of memory")
	}
	return string(b)
}

// purity is all that a Go program without files, network and arguments imports:
// time, random octets, a trace of a crash.
var purity = strings.Fields("sched_yield proc_exit args_get args_sizes_get clock_time_get environ_get environ_sizes_get fd_write random_get poll_oneoff")

func TestTheCoreImportsNeitherFilesNorNetwork(t *testing.T) {
	for name, program := range map[string]func() ([]byte, error){"first": firstProgram, "whole": wholeProgram} {
		wasm, err := program()
		if err != nil {
			t.Fatal(err)
		}
		ctx := context.Background()
		runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
		defer runtime.Close(ctx)
		module, err := runtime.CompileModule(ctx, wasm)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range module.ImportedFunctions() {
			from, what, _ := f.Import()
			if from != "wasi_snapshot_preview1" || !slices.Contains(purity, what) {
				t.Errorf("%s imports %s.%s", name, from, what)
			}
		}
		for _, want := range []string{"_initialize", "reserve", "call"} {
			if module.ExportedFunctions()[want] == nil {
				t.Errorf("%s does not export %s", name, want)
			}
		}
	}
}

func TestTheCoreIsBuiltTheSameTwice(t *testing.T) {
	if testing.Short() {
		t.Skip("links a program a second time")
	}
	a, err := firstProgram()
	if err != nil {
		t.Fatal(err)
	}
	b, err := bundle.Reactor("..", true)
	if err != nil {
		t.Fatal(err)
	}
	if sha256.Sum256(a) != sha256.Sum256(b) {
		t.Error("two builds of one checkout differ")
	}
}

// Whatever the host does, it gets an answer, and the next question is answered.
func TestNoQuestionStopsTheCore(t *testing.T) {
	r := start(t, wholeProgram)
	const want = `{"error":{"code":"unknown-verb"`
	for _, tt := range []struct{ reserved, verb, request int }{
		{0, 0, 0}, {0, 5, 5}, {10, -1, 5}, {10, 5, -1}, {10, 1<<31 - 1, 1<<31 - 1}, {10, 11, 0}, {10, 0, 10}, {64, 64, 0},
	} {
		r.room(make([]byte, tt.reserved))
		if got := r.answer(tt.verb, tt.request); !strings.HasPrefix(got, want) {
			t.Errorf("%+v: %.200s", tt, got)
		}
		if got := r.answer(0, 0); !strings.HasPrefix(got, want) { // without room
			t.Errorf("%+v: %.200s", tt, got)
		}
	}
	for _, size := range []int32{-1, 1<<31 - 1, 1 << 30} {
		at, err := r.reserve.Call(context.Background(), api.EncodeI32(size))
		if err != nil || at[0] != 0 {
			t.Errorf("reserve(%d) = %d, %v", size, at[0], err)
		}
	}
	for _, hostile := range []string{strings.Repeat("[", 1<<20), strings.Repeat("[],", 1<<20), `{"robots":"` + strings.Repeat(`\u0000`, 1<<20), "\xff", "nul"} {
		if got := r.ask("parse", []byte(hostile)); !strings.HasPrefix(got, `{"error":{"code":"bad-request"`) {
			t.Errorf("%.20q: %.200s", hostile, got)
		}
	}
	if got := r.ask("check", []byte(`{"robots":"User-agent: *\nDisallow: /","agents":["a"],"targets":["/"]}`)); !strings.Contains(got, `"verdict":"disallow"`) {
		t.Errorf("afterwards: %.300s", got)
	}
}

// What a question took up is free for the next one.
func TestMemoryIsFreedBetweenQuestions(t *testing.T) {
	r := start(t, wholeProgram)
	text := strings.Repeat("User-agent: a\\nDisallow: /x\\n", 3_000)
	size := uint32(0)
	for i := range 12 {
		got := r.ask("parse", []byte(`{"brief":true,"robots":"`+text+strings.Repeat("#", i)+`"}`))
		if !strings.HasPrefix(got, `{"schemaVersion":1,"kind":"parse"`) {
			t.Fatalf("%.200s", got)
		}
		if i == 5 {
			size = r.module.Memory().Size()
		}
	}
	if now := r.module.Memory().Size(); now > size+size/2 {
		t.Errorf("memory grew from %d to %d while the questions stayed as large as they were", size, now)
	}
}
