package main

import (
	"github.com/spf13/cobra"
)

const completionHelp = `Print the completions of a shell. Where they go:

  bash   scenario completion bash > ~/.local/share/bash-completion/completions/scenario
  zsh    scenario completion zsh > a folder of $fpath, as _scenario
  fish   scenario completion fish > ~/.config/fish/completions/scenario.fish`

func (a *app) completionCommand() *cobra.Command {
	shells := []string{"bash", "fish", "zsh"}
	return &cobra.Command{
		Use: "completion bash|zsh|fish", Short: "Completions for a shell", Long: completionHelp,
		Args: oneArg("shell"), ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := oneOf("the shell", args[0], shells...); err != nil {
				return err
			}
			root := cmd.Root()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(a.stdout, true)
			case "fish":
				return root.GenFishCompletion(a.stdout, true)
			}
			return root.GenZshCompletion(a.stdout)
		},
	}
}
