import type { Command } from '../command.ts';
import { EXIT, Problem } from '../problem.ts';

const SHELLS: Readonly<Record<string, (names: string) => string>> = {
  bash: (names) => `complete -W "${names}" farwatch`,
  zsh: (names) =>
    `#compdef farwatch\n_farwatch() { (( CURRENT == 2 )) && compadd ${names}; }\ncompdef _farwatch farwatch`,
  fish: (names) => `complete -c farwatch -f -n __fish_use_subcommand -a "${names}"`,
  powershell: (names) => {
    const list = names.split(' ').map((name) => `'${name}'`);
    return `Register-ArgumentCompleter -Native -CommandName farwatch -ScriptBlock { param($word) @(${list.join(',')}) | Where-Object { $_ -like "$word*" } }`;
  },
};

/** What prints the completion of these commands' names for a shell. */
export const completionOf = (names: () => readonly string[]): Command => ({
  summary: 'Print the completion of a shell',
  usage: ['completion bash|zsh|fish|powershell'],
  examples: ['completion bash >> ~/.bashrc', 'completion fish > ~/.config/fish/completions/farwatch.fish'],
  async run({ io }, [shell = '']) {
    const script = Object.hasOwn(SHELLS, shell) ? SHELLS[shell] : undefined;
    if (!script) throw new Problem(`Which shell? ${Object.keys(SHELLS).join(', ')}`);
    io.print(script([...names(), 'help'].join(' ')));
    return EXIT.ok;
  },
});
