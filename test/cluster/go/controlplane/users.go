package controlplane

import (
	"crypto/rand"
	"fmt"
	"os"
	"strings"
)

// writeUsers gives the administrator and each user a token of their own, and a kubeconfig with it: `kubeconfig`,
// `users/NAME.kubeconfig`. The user `client-certificate` can also show keys/client-certificate.crt.
func (c Cluster) writeUsers(server string, names []string) error {
	if err := os.MkdirAll(c.path("users"), 0o755); err != nil {
		return err
	}
	admin := rand.Text()
	tokens := []string{admin + ",admin,admin,system:masters"}
	if err := c.writeKubeconfig(c.Kubeconfig(), server, "admin", admin); err != nil {
		return err
	}
	for _, name := range names {
		token := rand.Text()
		tokens = append(tokens, fmt.Sprintf("%s,%s,%s", token, name, name))
		if err := c.writeKubeconfig(c.path("users", name+".kubeconfig"), server, name, token); err != nil {
			return err
		}
	}
	return os.WriteFile(c.key("tokens.csv"), []byte(strings.Join(tokens, "\n")+"\n"), 0o600)
}

func (c Cluster) writeKubeconfig(path, server, user, token string) error {
	text := fmt.Sprintf(`apiVersion: v1
kind: Config
clusters: [{name: test, cluster: {server: %q, certificate-authority: %q}}]
users: [{name: %[3]q, user: {token: %[4]q}}]
contexts: [{name: test, context: {cluster: test, user: %[3]q}}]
current-context: test
`, server, c.key("ca.crt"), user, token)
	return os.WriteFile(path, []byte(text), 0o600)
}
