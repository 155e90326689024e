package testweb

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"strings"
	"sync"
	"time"
)

// A tlsFault is what is wrong with TLS at a host.
type tlsFault int

const (
	tlsFine      tlsFault = iota
	tlsExpired            // the certificate ended yesterday
	tlsFuture             // it begins tomorrow
	tlsWrongHost          // it names another host
	tlsSelf               // it is signed by itself
	tlsUntrusted          // its authority is none that is known
	tlsOld                // TLS 1.0 is all that is spoken
	tlsAlert              // the handshake ends with an alert
	tlsClose              // the connection is closed after the first message
	tlsReset              // it is reset
	tlsPlain              // HTTP is the answer to the handshake
	tlsHang               // there is no answer
)

// An authorityCA makes certificates for the hosts of one server.
type authorityCA struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	mu   sync.Mutex
	made map[string]*tls.Certificate
}

func newCA() (*authorityCA, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("make a certificate authority: %w", err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "robots testweb, for tests on loopback only"},
		NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(365 * 24 * time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign,
		// Whoever trusts this authority in earnest trusts it for test names only.
		PermittedDNSDomainsCritical: true, PermittedDNSDomains: []string{"test", "localhost"},
		PermittedIPRanges: []*net.IPNet{{IP: net.IPv4(127, 0, 0, 0).To4(), Mask: net.CIDRMask(8, 32)}},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, fmt.Errorf("make a certificate authority: %w", err)
	}
	cert, err := x509.ParseCertificate(der)
	return &authorityCA{cert: cert, key: key, made: map[string]*tls.Certificate{}}, err
}

func (a *authorityCA) pool() *x509.CertPool {
	p := x509.NewCertPool()
	p.AddCert(a.cert)
	return p
}

// pem returns the certificate of the authority as a file.
func (a *authorityCA) pem() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw})
}

// maxCerts bounds the certificates that are kept.
const maxCerts = 4096

// certificate returns the certificate of a name, with that fault.
func (a *authorityCA) certificate(name string, fault tlsFault) (*tls.Certificate, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	id := fmt.Sprint(name, " ", fault)
	if c := a.made[id]; c != nil {
		return c, nil
	}
	c, err := a.make(name, fault)
	if err == nil && len(a.made) < maxCerts {
		a.made[id] = c
	}
	return c, err
}

func (a *authorityCA) make(name string, fault tlsFault) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	t := &x509.Certificate{
		SerialNumber: big.NewInt(int64(len(a.made)) + 2), NotBefore: now.Add(-24 * time.Hour), NotAfter: now.Add(30 * 24 * time.Hour),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	if ip := net.ParseIP(name); ip != nil {
		t.IPAddresses = []net.IP{ip}
	} else {
		t.DNSNames = []string{name}
	}
	parent, signer := a.cert, a.key
	switch fault {
	case tlsExpired:
		t.NotBefore, t.NotAfter = now.Add(-47*time.Hour), now.Add(-24*time.Hour)
	case tlsFuture:
		t.NotBefore = now.Add(24 * time.Hour)
	case tlsWrongHost:
		t.DNSNames = []string{"another-host.test"}
	case tlsSelf:
		parent, signer = t, key
	case tlsUntrusted:
		other, err := newCA()
		if err != nil {
			return nil, err
		}
		parent, signer = other.cert, other.key
	}
	der, err := x509.CreateCertificate(rand.Reader, t, parent, &key.PublicKey, signer)
	if err != nil {
		return nil, err
	}
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, nil
}

// tlsConfig chooses certificate, version and protocol by the name that is asked for.
func (s *Server) tlsConfig() *tls.Config {
	return &tls.Config{NextProtos: []string{"h2", "http/1.1"}, GetConfigForClient: func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
		name := hello.ServerName
		if c, ok := hello.Conn.(*conn); ok && name == "" {
			name = c.server
		}
		if name == "" {
			name, _, _ = net.SplitHostPort(hello.Conn.LocalAddr().String())
		}
		h := s.web.named(name)
		config := &tls.Config{NextProtos: []string{"http/1.1"}}
		fault := tlsFine
		if h != nil {
			fault = h.fault
			if h.h2 {
				config.NextProtos = []string{"h2", "http/1.1"}
			}
		}
		switch fault {
		case tlsOld:
			config.MinVersion, config.MaxVersion = tls.VersionTLS10, tls.VersionTLS10
		case tlsAlert:
			return nil, fmt.Errorf("refused on purpose")
		case tlsHang, tlsClose, tlsReset, tlsPlain:
			return nil, s.breakHandshake(hello, fault)
		}
		cert, err := s.certs.certificate(name, fault)
		if err != nil {
			return nil, err
		}
		config.Certificates = []tls.Certificate{*cert}
		return config, nil
	}}
}

// breakHandshake does to the connection what the fault says. The error it returns
// ends the handshake; the alert goes to a connection that is closed by then.
func (s *Server) breakHandshake(hello *tls.ClientHelloInfo, fault tlsFault) error {
	switch fault {
	case tlsPlain:
		io.WriteString(hello.Conn, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
	case tlsReset:
		reset(hello.Conn)
	case tlsHang:
		io.Copy(io.Discard, hello.Conn) // until the client leaves or the deadline passes
	}
	hello.Conn.Close()
	return fmt.Errorf("broken off on purpose")
}

// named returns the host of a server name, an address or a name below a wildcard.
func (w *Web) named(name string) *host {
	at := parseAuthority(w, name)
	if h := w.hosts[at.name]; h != nil {
		return h
	}
	return w.wildcard(strings.ToLower(at.name))
}

// handshake makes a TLS connection of c and shakes hands, or returns nil. It is
// done here and not by the server, so that a deadline holds for it.
func (in *intake) handshake(c *conn) net.Conn {
	t := tls.Server(c, in.tls)
	c.SetDeadline(time.Now().Add(in.longest))
	if t.Handshake() != nil {
		c.Close()
		return nil
	}
	c.SetDeadline(time.Time{})
	return t
}
