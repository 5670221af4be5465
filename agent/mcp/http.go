package mcp

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// HTTPOptions are what the streamable HTTP transport is made with.
type HTTPOptions struct {
	Options
	Token string        // bearer token of every request
	Idle  time.Duration // a session that asks for nothing is ended; 0: 1 h
}

// Token returns a token that nobody can guess.
func Token() string {
	var b [24]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// HTTP serves clients on a listener of the loopback until ctx ends: /mcp takes
// requests with the token, /files/ gives files under names that cannot be
// guessed. Requests from pages of other origins and for other hosts are refused.
func HTTP(ctx context.Context, l net.Listener, o HTTPOptions) error {
	addr, ok := l.Addr().(*net.TCPAddr)
	if !ok || !addr.IP.IsLoopback() {
		return fmt.Errorf("%s is not the loopback", l.Addr())
	}
	if o.Idle <= 0 {
		o.Idle = time.Hour
	}
	secret := Token()
	base := "http://" + l.Addr().String() + "/files/" + secret + "/"
	o.Download = func(name string) string { return base + (&url.URL{Path: name}).EscapedPath() }

	h, end := o.handler()
	defer end()
	mux := http.NewServeMux()
	mux.Handle("/mcp", authorized(o.Token, h))
	mux.Handle("GET /files/"+secret+"/", http.StripPrefix("/files/"+secret+"/", http.HandlerFunc(o.file)))
	srv := &http.Server{
		Handler: onlyLoopback(http.NewCrossOriginProtection().Handler(mux)), ReadHeaderTimeout: 10 * time.Second,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	stop := context.AfterFunc(ctx, func() {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		if srv.Shutdown(ctx) != nil {
			srv.Close()
		}
	})
	defer stop()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// handler serves the protocol versions that know sessions: in those without, a
// shell would end with the request that started it.
func (o *HTTPOptions) handler() (h http.Handler, end func()) {
	versions := slices.DeleteFunc(sdk.SupportedProtocolVersions(), func(v string) bool { return v >= "2026-07-28" })
	d := newDoor(o.Options, versions)
	serve := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return d.server },
		&sdk.StreamableHTTPOptions{SessionTimeout: o.Idle})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete {
			d.leaves(r.Header.Get("Mcp-Session-Id"))
		}
		serve.ServeHTTP(w, r)
	}), d.close
}

// authorized wants the bearer token.
func authorized(token string, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
		if !ok || subtle.ConstantTimeCompare([]byte(given), []byte(token)) != 1 {
			w.Header().Set("WWW-Authenticate", "Bearer")
			http.Error(w, "the bearer token is missing or wrong", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// onlyLoopback refuses requests for another host: a page whose name was pointed
// at the loopback (DNS rebinding).
func onlyLoopback(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host := r.Host
		if h, _, err := net.SplitHostPort(host); err == nil {
			host = h
		}
		if ip := net.ParseIP(strings.Trim(host, "[]")); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
			http.Error(w, "this host is not served", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// file gives a file of the root.
func (o *HTTPOptions) file(w http.ResponseWriter, r *http.Request) {
	f, err := o.Agent.Files().Open(r.URL.Path)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer f.Close()
	w.Header().Set("Content-Type", mimeType(r.URL.Path))
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.Header().Set("Content-Security-Policy", "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:")
	io.Copy(w, f)
}
