package emulator

import "sync"

// Table interns what does not fit in a Cell: grapheme clusters of several code
// points, and underline colours with hyperlinks. It only grows, up to fixed
// limits, so numbers stay valid for the life of the terminal. It is safe for
// one writer and many readers.
type Table struct {
	mu       sync.RWMutex
	clusters []string
	clusterN map[string]int
	exts     []Ext
	extN     map[Ext]uint16
}

const (
	maxClusters     = 1 << 16
	maxExts         = 1 << 15
	maxClusterBytes = 64
	replacement     = '\uFFFD'
)

// NewTable returns an empty table.
func NewTable() *Table {
	return &Table{clusterN: map[string]int{}, exts: []Ext{{}}, extN: map[Ext]uint16{{}: 0}}
}

// Intern returns the glyph for a grapheme cluster: 0 for "" and " ", the code
// point itself for a single one. Clusters longer than 64 bytes are cut, and
// when the table is full U+FFFD is returned.
func (t *Table) Intern(cluster string) Glyph {
	if cluster == "" || cluster == " " {
		return 0
	}
	n := 0
	var first rune
	for _, r := range cluster {
		if n++; n == 1 {
			first = r
		}
	}
	if n == 1 {
		return Glyph(first)
	}
	if len(cluster) > maxClusterBytes {
		cut := maxClusterBytes
		for cut > 0 && cluster[cut]&0xC0 == 0x80 {
			cut--
		}
		cluster = cluster[:cut]
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	i, ok := t.clusterN[cluster]
	if !ok {
		if len(t.clusters) >= maxClusters {
			return replacement
		}
		i = len(t.clusters)
		t.clusters = append(t.clusters, cluster)
		t.clusterN[cluster] = i
	}
	return glyphCluster | Glyph(i)
}

// InternExt returns the number of e, 0 for the zero Ext and when the table is
// full.
func (t *Table) InternExt(e Ext) uint16 {
	t.mu.Lock()
	defer t.mu.Unlock()
	i, ok := t.extN[e]
	if !ok {
		if len(t.exts) >= maxExts {
			return 0
		}
		i = uint16(len(t.exts))
		t.exts = append(t.exts, e)
		t.extN[e] = i
	}
	return i
}

// Text returns the characters of g: " " for a blank.
func (t *Table) Text(g Glyph) string {
	if g == 0 {
		return " "
	}
	n, ok := g.Cluster()
	if !ok {
		return string(rune(g))
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	if n >= len(t.clusters) {
		return string(replacement)
	}
	return t.clusters[n]
}

// Ext returns the underline colour and link numbered n.
func (t *Table) Ext(n uint16) Ext {
	if n == 0 {
		return Ext{}
	}
	t.mu.RLock()
	defer t.mu.RUnlock()
	if int(n) >= len(t.exts) {
		return Ext{}
	}
	return t.exts[n]
}
