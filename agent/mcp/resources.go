package mcp

import (
	"context"
	_ "embed"
	"fmt"
	"mime"
	"net/url"
	"path"
	"strings"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"scenario/schema"
)

//go:embed guide.md
var guide string

const (
	schemaURI   = "scenario://schema"
	guideURI    = "scenario://guide"
	filePrefix  = "scenario://files/"
	screenStart = "scenario://sessions/"
	screenEnd   = "/screen"
)

func fileURI(name string) string { return filePrefix + (&url.URL{Path: name}).EscapedPath() }

// mimeType is that of a file by its extension.
func mimeType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".apng":
		return "image/apng"
	case ".cast", ".jsonl":
		return "application/x-ndjson"
	case ".yaml", ".yml":
		return "application/yaml"
	case ".ansi", ".log", ".txt":
		return "text/plain"
	default:
		if t := mime.TypeByExtension(ext); t != "" {
			return t
		}
		return "application/octet-stream"
	}
}

func (d *door) resources() {
	d.server.AddResource(&sdk.Resource{URI: schemaURI, Name: "schema", Title: "The format of scenario files", MIMEType: "application/schema+json"},
		constant(schemaURI, "application/schema+json", string(schema.Scenario)))
	d.server.AddResource(&sdk.Resource{URI: guideURI, Name: "guide", Title: "How to drive programs and write scenarios", MIMEType: "text/markdown"},
		constant(guideURI, "text/markdown", guide))
	d.server.AddResourceTemplate(&sdk.ResourceTemplate{URITemplate: screenStart + "{id}" + screenEnd, Name: "screen",
		Title: "What the terminal of a session shows", MIMEType: "text/plain"}, d.readScreen)
	d.server.AddResourceTemplate(&sdk.ResourceTemplate{URITemplate: filePrefix + "{+name}", Name: "file",
		Title: "A picture, a recording or a log below the server's root"}, d.readFile)
}

func constant(uri, mimeType, text string) sdk.ResourceHandler {
	return func(context.Context, *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: mimeType, Text: text}}}, nil
	}
}

func (d *door) readScreen(ctx context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	id := strings.TrimSuffix(strings.TrimPrefix(req.Params.URI, screenStart), screenEnd)
	sh, err := d.shells(ctx).Shell(id)
	if err != nil {
		return nil, sdk.ResourceNotFoundError(req.Params.URI)
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: req.Params.URI, MIMEType: "text/plain", Text: buffer(sh)}}}, nil
}

func (d *door) readFile(_ context.Context, req *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
	name, err := url.PathUnescape(strings.TrimPrefix(req.Params.URI, filePrefix))
	if err != nil {
		return nil, sdk.ResourceNotFoundError(req.Params.URI)
	}
	b, err := d.readAll(name)
	if err != nil {
		return nil, fmt.Errorf("%w: %v", sdk.ResourceNotFoundError(req.Params.URI), err)
	}
	r := &sdk.ResourceContents{URI: req.Params.URI, MIMEType: mimeType(name)}
	if isText(r.MIMEType) && utf8.Valid(b) {
		r.Text = string(b)
	} else {
		r.Blob = b
	}
	return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{r}}, nil
}

func isText(mimeType string) bool {
	return strings.HasPrefix(mimeType, "text/") || mimeType == "application/yaml" || mimeType == "application/x-ndjson"
}
