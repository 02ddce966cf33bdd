/** Completion scripts for commands, flags and choices in three shells. */
import type { Place } from './tree.ts';

/** Shell code that sets `place` to the commands before the cursor. */
function findPath(places: readonly Place[], words: string): string {
  const paths = places.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`);
  return `  place=""
  for word in ${words}; do
    case "\${place:+$place }$word" in
      ${paths.join('|')}) place="\${place:+$place }$word" ;;
    esac
  done`;
}

/** Shell code that sets `words` to the possible next words. */
function cases(places: readonly Place[]): string {
  const of_values = places.flatMap(({ path, values }) =>
    Object.entries(values).map(([flag, choices]) => `    "${path} ${flag}") words="${choices.join(' ')}" ;;`),
  );
  const free = [...new Set(places.flatMap(({ with_value }) => with_value))].map((flag) => `*" ${flag}"`);
  const of_places = places.map(
    ({ path, words, flags }) => `    "${path}") words="${[...words, ...flags].join(' ')}" ;;`,
  );
  return `  case "$place $previous" in
${of_values.join('\n')}
    ${free.join('|')}) words="" ;;
    *) case "$place" in
${of_places.join('\n')}
    esac ;;
  esac`;
}

export function bashScript(places: readonly Place[]): string {
  return `# bash completion of ushirika: source it, or keep it where bash-completion looks.
_ushirika() {
  local place word words current previous
  current="\${COMP_WORDS[COMP_CWORD]}"
  previous="\${COMP_WORDS[COMP_CWORD-1]}"
${findPath(places, '"${COMP_WORDS[@]:1:COMP_CWORD-1}"')}
${cases(places)}
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _ushirika ushirika
`;
}

export function zshScript(places: readonly Place[]): string {
  return `#compdef ushirika
# zsh completion of ushirika: keep it as _ushirika in a folder of fpath.
_ushirika() {
  local place word previous words_found
  local -a typed
  typed=("\${(@)words[2,CURRENT-1]}")
  previous="\${words[CURRENT-1]}"
  () {
    local words
${findPath(places, '"${typed[@]}"')}
${cases(places)}
    words_found="$words"
  }
  compadd -- \${=words_found}
}
compdef _ushirika ushirika
`;
}

export function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, words, flags, values, with_value }) => [
    ...(words.length > 0
      ? [`complete -c ushirika -n '__ushirika_at "${path}"' -f -a '${words.join(' ')}'`]
      : []),
    ...flags.map((flag) => {
      const choices = values[flag];
      const takes = choices ? ` -x -a '${choices.join(' ')}'` : with_value.includes(flag) ? ' -r' : '';
      return `complete -c ushirika -n '__ushirika_at "${path}"' -l ${flag.slice(2)}${takes}`;
    }),
  ]);
  const paths = places.filter(({ path }) => path !== '').map(({ path }) => `"${path}"`);
  return `# fish completion of ushirika: keep it as ~/.config/fish/completions/ushirika.fish.
function __ushirika_at
    set -l path ''
    for word in (commandline -opc)[2..-1]
        set -l next (string trim "$path $word")
        if contains -- "$next" ${paths.join(' ')}
            set path $next
        end
    end
    test "$path" = "$argv[1]"
end
${lines.join('\n')}
`;
}
