// Package files reads scenarios and writes timelines, whatever they are about.
package files

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"sigs.k8s.io/yaml"
)

// ReadScenarios reads all documents of YAML files. `check` completes one and returns its name, which no other may have.
func ReadScenarios[T any](paths []string, check func(*T) (string, error)) ([]T, error) {
	var all []T
	seen := map[string]bool{}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		documents := utilyaml.NewYAMLReader(bufio.NewReader(bytes.NewReader(text)))
		for {
			doc, err := documents.Read()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			if strings.TrimSpace(string(doc)) == "" {
				continue
			}
			var scenario T
			if err := yaml.UnmarshalStrict(doc, &scenario); err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			name, err := check(&scenario)
			if err != nil {
				return nil, fmt.Errorf("%s: %s: %w", path, name, err)
			}
			if name == "" || seen[name] {
				return nil, fmt.Errorf("%s: scenario name %q is empty or used twice", path, name)
			}
			seen[name] = true
			all = append(all, scenario)
		}
	}
	return all, nil
}

const compressedAbove = 256 << 10

// Write writes a file; a big one is compressed, with .gz behind its name.
func Write(path string, text []byte) error {
	if len(text) <= compressedAbove {
		return os.WriteFile(path, text, 0o644)
	}
	f, err := os.Create(path + ".gz")
	if err != nil {
		return err
	}
	defer f.Close()
	z, _ := gzip.NewWriterLevel(f, gzip.BestCompression)
	if _, err := z.Write(text); err != nil {
		return err
	}
	return z.Close()
}
