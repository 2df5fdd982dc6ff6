package main

import (
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"sort"

	"github.com/oklog/ulid/v2"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/model/value"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/tsdb/index"
	"github.com/prometheus/prometheus/tsdb/tombstones"
)

// As long as the blocks of a server that keeps its data for 15 days.
const blockMs = 18 * 3600 * 1000

// As many as Prometheus puts into a chunk.
const samplesPerChunk = 120

func writeBlocks(dir string, head header, all []series) (uint64, error) {
	total := uint64(0)
	endMs := head.StartMs + int64(head.Scrapes)*head.StepMs
	for fromMs := head.StartMs / blockMs * blockMs; fromMs < endMs; fromMs += blockMs {
		samples, err := writeBlock(dir, head, all, fromMs, fromMs+blockMs)
		if err != nil {
			return 0, err
		}
		total += samples
	}
	return total, nil
}

// writeBlock does what LeveledCompactor.write and DefaultBlockPopulator.PopulateBlock of package tsdb do, without a head before it:
// chunks of series that do not change are the same bytes for all of them, and are encoded once.
func writeBlock(root string, head header, all []series, fromMs, toMs int64) (uint64, error) {
	first, last := head.scrapesIn(fromMs, toMs)
	id := ulid.MustNew(uint64(fromMs), rand.New(rand.NewSource(fromMs)))
	dir := filepath.Join(root, id.String())
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return 0, err
	}
	chunkWriter, err := chunks.NewWriter(filepath.Join(dir, "chunks"))
	if err != nil {
		return 0, err
	}
	indexWriter, err := index.NewWriter(context.Background(), filepath.Join(dir, "index"))
	if err != nil {
		return 0, err
	}
	present := make([]series, 0, len(all))
	for _, each := range all {
		if each.isIn(first, last) {
			present = append(present, each)
		}
	}
	for _, symbol := range symbolsOf(present) {
		if err := indexWriter.AddSymbol(symbol); err != nil {
			return 0, err
		}
	}
	meta := tsdb.BlockMeta{ULID: id, MinTime: fromMs, MaxTime: toMs, Version: 1}
	meta.Compaction.Level = 3
	meta.Compaction.Sources = []ulid.ULID{id}
	encoder := encoder{head: head, constant: map[constantChunk]chunkenc.Chunk{}}
	for _, each := range present {
		metas := encoder.encode(each.changes, first, last)
		if len(metas) == 0 {
			continue
		}
		if err := chunkWriter.WriteChunks(metas...); err != nil {
			return 0, err
		}
		if err := indexWriter.AddSeries(storage.SeriesRef(meta.Stats.NumSeries+1), each.labels, metas...); err != nil {
			return 0, err
		}
		meta.Stats.NumSeries++
		meta.Stats.NumChunks += uint64(len(metas))
		for _, each := range metas {
			meta.Stats.NumSamples += uint64(each.Chunk.NumSamples())
		}
	}
	meta.Stats.NumFloatSamples = meta.Stats.NumSamples
	if err := chunkWriter.Close(); err != nil {
		return 0, err
	}
	if err := indexWriter.Close(); err != nil {
		return 0, err
	}
	if meta.Stats.NumSamples == 0 {
		return 0, os.RemoveAll(dir)
	}
	if _, err := tombstones.WriteFile(slog.Default(), dir, tombstones.NewMemTombstones()); err != nil {
		return 0, err
	}
	text, err := json.MarshalIndent(meta, "", "\t")
	if err != nil {
		return 0, err
	}
	return meta.Stats.NumSamples, os.WriteFile(filepath.Join(dir, "meta.json"), text, 0o666)
}

// scrapesIn: the first scrape of the time, and the one after the last.
func (h header) scrapesIn(fromMs, toMs int64) (int, int) {
	at := func(ms int64) int {
		return max(0, min(h.Scrapes, int(math.Ceil(float64(ms-h.StartMs)/float64(h.StepMs)))))
	}
	return at(fromMs), at(toMs)
}

// isIn: the series has a value at one of these scrapes, or ends there.
func (s series) isIn(first, last int) bool {
	for i, each := range s.changes {
		until := last
		if i+1 < len(s.changes) {
			until = s.changes[i+1].scrape
		}
		if each.scrape >= last {
			return false
		}
		if until > first && !each.absent {
			return true
		}
		if each.absent && each.scrape >= first {
			return true
		}
	}
	return false
}

func symbolsOf(all []series) []string {
	known := map[string]struct{}{}
	for _, each := range all {
		each.labels.Range(func(label labels.Label) {
			known[label.Name] = struct{}{}
			known[label.Value] = struct{}{}
		})
	}
	symbols := make([]string, 0, len(known))
	for symbol := range known {
		symbols = append(symbols, symbol)
	}
	sort.Strings(symbols)
	return symbols
}

type constantChunk struct {
	first, last int
	value       float64
}

type encoder struct {
	head     header
	constant map[constantChunk]chunkenc.Chunk
}

// encode: the chunks of the scrapes from first to the one before last.
func (e *encoder) encode(changes []change, first, last int) []chunks.Meta {
	var metas []chunks.Meta
	at := 0
	for from := first; from < last; from = (from/samplesPerChunk + 1) * samplesPerChunk {
		to := min(last, (from/samplesPerChunk+1)*samplesPerChunk)
		for at+1 < len(changes) && changes[at+1].scrape <= from {
			at++
		}
		isConstant := at < len(changes) && changes[at].scrape < from && !changes[at].absent && (at+1 == len(changes) || changes[at+1].scrape >= to)
		chunk := chunkenc.Chunk(nil)
		if isConstant {
			key := constantChunk{from, to, changes[at].value}
			chunk = e.constant[key]
			if chunk == nil {
				chunk = e.chunk(changes, at, from, to)
				e.constant[key] = chunk
			}
		} else {
			chunk = e.chunk(changes, at, from, to)
		}
		if chunk == nil {
			continue
		}
		minMs, maxMs := bounds(chunk)
		metas = append(metas, chunks.Meta{Chunk: chunk, MinTime: minMs, MaxTime: maxMs})
	}
	return metas
}

// chunk: undefined if there is nothing at these scrapes.
func (e *encoder) chunk(changes []change, at, from, to int) chunkenc.Chunk {
	chunk := chunkenc.NewXORChunk()
	appender, err := chunk.Appender()
	if err != nil {
		panic(err)
	}
	for scrape := from; scrape < to; scrape++ {
		for at+1 < len(changes) && changes[at+1].scrape <= scrape {
			at++
		}
		if at >= len(changes) || changes[at].scrape > scrape {
			continue
		}
		tMs := e.head.StartMs + int64(scrape)*e.head.StepMs
		if !changes[at].absent {
			appender.Append(0, tMs, changes[at].value)
		} else if changes[at].scrape == scrape {
			appender.Append(0, tMs, math.Float64frombits(value.StaleNaN))
		}
	}
	if chunk.NumSamples() == 0 {
		return nil
	}
	chunk.Compact()
	return chunk
}

func bounds(chunk chunkenc.Chunk) (int64, int64) {
	iterator := chunk.Iterator(nil)
	iterator.Next()
	minMs := iterator.AtT()
	maxMs := minMs
	for iterator.Next() != chunkenc.ValNone {
		maxMs = iterator.AtT()
	}
	return minMs, maxMs
}
