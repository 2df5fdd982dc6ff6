package controlplane

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"math/big"
	"net"
	"os"
	"time"
)

// authority signs the certificates of a cluster.
type authority struct {
	certificate *x509.Certificate
	key         *ecdsa.PrivateKey
}

// writeKeys makes the cluster's CA, one that has nothing to do with it, and what the components show each other.
func (c Cluster) writeKeys() error {
	if err := os.MkdirAll(c.path("keys"), 0o755); err != nil {
		return err
	}
	ca, err := c.newAuthority("ca")
	if err != nil {
		return err
	}
	if _, err := c.newAuthority("other-ca"); err != nil {
		return err
	}
	if err := c.newCertificate(ca, "server", pkix.Name{CommonName: "kube-apiserver"}); err != nil {
		return err
	}
	if err := c.newCertificate(ca, "kubelet-client", pkix.Name{CommonName: "kube-apiserver", Organization: []string{"system:masters"}}); err != nil {
		return err
	}
	if err := c.newCertificate(ca, "client-certificate", pkix.Name{CommonName: "client-certificate"}); err != nil {
		return err
	}
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return err
	}
	return writePEM(c.key("service-account.key"), "RSA PRIVATE KEY", x509.MarshalPKCS1PrivateKey(key))
}

func (c Cluster) newAuthority(name string) (*authority, error) {
	template := certificateOf(pkix.Name{CommonName: name})
	template.IsCA, template.BasicConstraintsValid = true, true
	template.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	certificate, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	return &authority{certificate, key}, writePEM(c.key(name+".crt"), "CERTIFICATE", der)
}

// newCertificate is good for servers on loopback and for clients.
func (c Cluster) newCertificate(ca *authority, file string, subject pkix.Name) error {
	template := certificateOf(subject)
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	template.IPAddresses, template.DNSNames = []net.IP{net.IPv4(127, 0, 0, 1)}, []string{"localhost"}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	der, err := x509.CreateCertificate(rand.Reader, template, ca.certificate, &key.PublicKey, ca.key)
	if err != nil {
		return err
	}
	if err := writePEM(c.key(file+".crt"), "CERTIFICATE", der); err != nil {
		return err
	}
	text, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	return writePEM(c.key(file+".key"), "PRIVATE KEY", text)
}

func certificateOf(subject pkix.Name) *x509.Certificate {
	serial, _ := rand.Int(rand.Reader, big.NewInt(1<<62))
	now := time.Now()
	return &x509.Certificate{SerialNumber: serial, Subject: subject, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(24 * time.Hour)}
}

func writePEM(path, kind string, der []byte) error {
	return os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600)
}
