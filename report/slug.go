package report

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
)

const maxSlug = 80

var (
	plainID   = regexp.MustCompile(`^[a-z0-9_]+(-[a-z0-9_]+)*(/[a-z0-9_]+(-[a-z0-9_]+)*)*\.yaml$`)
	notInSlug = regexp.MustCompile(`[^a-z0-9_.]+`)
	// Names that Windows keeps for devices, whatever follows their first dot.
	deviceName = regexp.MustCompile(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)`)
)

// Slug is the name of the results folder of an id: k9s for k9s.yaml,
// tests.prompt for tests/prompt.yaml. It depends on the id alone and is one
// safe path element on every system, also where case does not count. Ids that
// are more than plain lower-case paths get 8 digits of their hash, so that no
// two have the same.
func Slug(id string) string {
	plain := strings.ReplaceAll(strings.TrimSuffix(id, ".yaml"), "/", ".")
	if plainID.MatchString(id) && len(plain) <= maxSlug && !deviceName.MatchString(plain) {
		return plain
	}
	s := strings.ToLower(strings.ReplaceAll(strings.Replace(id, ".yaml", "", 1), "/", "."))
	s = strings.Trim(notInSlug.ReplaceAllString(s, "-"), "-.")
	if len(s) > maxSlug-9 {
		s = strings.TrimRight(s[:maxSlug-9], "-.")
	}
	if s == "" || deviceName.MatchString(s) {
		s = strings.TrimRight("scenario-"+strings.ReplaceAll(s, ".", "-"), "-")
	}
	sum := sha256.Sum256([]byte(id))
	return s + "-" + hex.EncodeToString(sum[:4])
}
