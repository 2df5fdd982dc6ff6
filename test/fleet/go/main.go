// Usage: blocks DIR — writes blocks of a Prometheus server's data directory, as a server would have that scraped what standard input describes.
//
// The first line of the input is {"startMs", "stepMs", "scrapes"}: scrape n was at startMs + n * stepMs.
// Each other line is a series: {"l": [name, value, …], "r": [[scrape, value or null], …]}: from this scrape on it has this value;
// null: the target no longer exports it, for which the server writes one staleness marker.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"slices"
	"sort"

	"github.com/prometheus/prometheus/model/labels"
)

type header struct {
	StartMs int64 `json:"startMs"`
	StepMs  int64 `json:"stepMs"`
	Scrapes int   `json:"scrapes"`
}

type line struct {
	Labels  []string      `json:"l"`
	Changes [][2]*float64 `json:"r"`
}

// change: from a scrape on, a value, or nothing.
type change struct {
	scrape int
	value  float64
	absent bool
}

type series struct {
	labels  labels.Labels
	changes []change
}

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: blocks DIR <EVENTS")
	}
	head, all, err := read(bufio.NewReaderSize(os.Stdin, 1<<20))
	if err != nil {
		log.Fatal(err)
	}
	sort.Slice(all, func(i, j int) bool { return labels.Compare(all[i].labels, all[j].labels) < 0 })
	for i := 1; i < len(all); i++ {
		if labels.Equal(all[i-1].labels, all[i].labels) {
			log.Fatalf("two series %s", all[i].labels)
		}
	}
	total, err := writeBlocks(os.Args[1], head, all)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("{\"series\": %d, \"samples\": %d}\n", len(all), total)
}

func read(input *bufio.Reader) (header, []series, error) {
	var head header
	var all []series
	scanner := bufio.NewScanner(input)
	scanner.Buffer(make([]byte, 1<<20), 1<<28)
	if !scanner.Scan() {
		return head, nil, fmt.Errorf("no header: %w", scanner.Err())
	}
	if err := json.Unmarshal(scanner.Bytes(), &head); err != nil {
		return head, nil, err
	}
	for scanner.Scan() {
		var next line
		if err := json.Unmarshal(scanner.Bytes(), &next); err != nil {
			return head, nil, err
		}
		all = append(all, seriesOf(next))
	}
	return head, all, scanner.Err()
}

func seriesOf(from line) series {
	made := series{labels: labels.FromStrings(from.Labels...)}
	for _, pair := range from.Changes {
		next := change{scrape: int(*pair[0]), absent: pair[1] == nil}
		if pair[1] != nil {
			next.value = *pair[1]
		}
		made.changes = append(made.changes, next)
	}
	slices.SortStableFunc(made.changes, func(a, b change) int { return a.scrape - b.scrape })
	return made
}
