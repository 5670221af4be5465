package main

import (
	"github.com/spf13/cobra"

	"scenario/schema"
)

func (a *app) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "The JSON Schema of the files, for editors",
		Args:  noArgs,
		RunE: func(*cobra.Command, []string) error {
			_, err := a.stdout.Write(schema.Scenario)
			return err
		},
	}
}
