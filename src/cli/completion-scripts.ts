import type { Entry } from './command.ts';
import { COMMON } from './read-arguments.ts';

/** A command's words and options, parsed from the usage lines of the command table. */
interface Completed {
  name: string;
  does: string;
  options: string[];
  words: string[];
  takesTasks: boolean;
  takesFiles: boolean;
}

const COMMON_OPTIONS = Object.keys(COMMON).map((name) => `--${name}`);

/** Parses a usage such as "tree [T12] [--status open|wip]". */
export const readTable = (table: Readonly<Record<string, Entry>>): Completed[] =>
  Object.entries(table).map(([name, { usage, does }]) => ({
    name,
    does,
    options: [...new Set([...(usage.match(/--[a-z][a-z-]*/g) ?? []), ...COMMON_OPTIONS])],
    words: wordsOf(usage.slice(name.length)),
    takesTasks: /\bT\d+/.test(usage),
    takesFiles: usage.includes('FILE'),
  }));

/** Literal words in a usage: "pull [FILE] | push FILE". */
function wordsOf(usage: string): string[] {
  const plain = usage.replaceAll(/\[--[^\]]*\]|--\S+ \S+|"[^"]*"/g, ' ').replaceAll(/\[[^\]]*\]/g, ' ');
  return [...new Set(plain.match(/(?<![\w-])[a-z]+(?![\w-])/g) ?? [])];
}

const namesOf = (table: readonly Completed[], separator = ' '): string => table.map(({ name }) => name).join(separator);
const ofTasks = (table: readonly Completed[]): Completed[] => table.filter(({ takesTasks }) => takesTasks);
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const bash = (table: readonly Completed[]): string => `_baton() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${namesOf(table)} help" -- "$current"))
    return
  fi
  case "$command" in
${table.map(({ name, options, words }) => `    ${name}) words="${[...words, ...options].join(' ')}" ;;`).join('\n')}
    help) words="${namesOf(table)}" ;;
  esac
  case "$current" in
    [Tt]*) words="$words $(baton completion tasks 2>/dev/null | cut -f1)" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ "\${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -F _baton baton
`;

const zsh = (table: readonly Completed[]): string => `#compdef baton
_baton() {
  local -a commands offers tasks
  local command="$words[2]"
  commands=(${table.map(({ name, does }) => quoted(`${name}:${does.replaceAll(':', String.raw`\:`)}`)).join(' ')})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  case "$command" in
${table.map(({ name, options, words }) => `    ${name}) offers=(${[...words, ...options].join(' ')}) ;;`).join('\n')}
    help) offers=(${namesOf(table)}) ;;
  esac
  case "$command" in
    ${namesOf(ofTasks(table), '|')}) tasks=(\${(f)"$(baton completion tasks 2>/dev/null | cut -f1)"}) ;;
  esac
  compadd -a offers
  compadd -a tasks
  _files
}
compdef _baton baton
`;

const fish = (table: readonly Completed[]): string =>
  [
    'complete -c baton -f',
    ...table.map(({ name, does }) => `complete -c baton -n __fish_use_subcommand -a ${name} -d ${quoted(does)}`),
    ...table.flatMap(({ name, options, words, takesFiles }) => {
      const when = `-n '__fish_seen_subcommand_from ${name}'`;
      return [
        ...options.map((option) => `complete -c baton ${when} -l ${option.slice(2)}`),
        ...(words.length === 0 ? [] : [`complete -c baton ${when} -a '${words.join(' ')}'`]),
        ...(takesFiles ? [`complete -c baton ${when} -F`] : []),
      ];
    }),
    `complete -c baton -n '__fish_seen_subcommand_from ${namesOf(ofTasks(table))}' -a '(baton completion tasks 2>/dev/null)'`,
    '',
  ].join('\n');

export const SCRIPTS: Readonly<Record<string, (table: readonly Completed[]) => string>> = { bash, zsh, fish };
