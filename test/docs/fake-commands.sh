# Runs before the commands of docs/operating.md. It replaces commands that the test must not run
# (test/docs/skipped-commands.ts), and checks the names in them against the template.
set -euo pipefail
shopt -s inherit_errexit

begins() {
  local list=$1 prefix
  shift
  while IFS= read -r prefix; do [[ "$* " == "$prefix "* ]] && return 0; done < "$list"
  return 1
}

# Ends the page, also from within "$(…)", whose failure bash would otherwise ignore.
trap 'exit 97' USR1
refuse() {
  echo "docs/operating.md: $*" >&2
  kill -USR1 $$
  return 1
}

# Programs read only what a command gives them.
exec < /dev/null

# npm-programs.ts runs the program, because npm takes as long as most programs do.
run_program() {
  local call code
  call=$(mktemp -d)
  printf '%s\0' "$@" > "$call/args"
  env -0 > "$call/env"
  cat > "$call/input"
  code=$(command curl --silent --show-error --data-binary "$call" "$PROGRAMS_URL")
  cat "$call/out"
  cat "$call/err" >&2
  return "$code"
}

# Runs a command or logs it: one command per line, its words separated by unit separators.
ran() {
  if begins "$SKIPPED" "$@"; then
    (IFS=$'\x1f' && printf '%s\n' "$*" >> "$CALLS")
    answer "$@"
  elif begins "$PROGRAMS" "$@"; then
    run_program "$@"
  elif begins "$EXECUTED" "$@"; then
    command "$@"
  else
    refuse "not listed in skipped-commands.ts: $*"
  fi
}

answer() {
  local words="$*"
  if [[ "$words" == *' --stack-name '* && "$words" != *" --stack-name $STACK_NAME"* ]]; then refuse "another stack: $words"; fi
  case "${2-} ${3-}" in
    'cloudformation describe-stacks') one "$OUTPUTS" "$(quoted "${words##*OutputKey==}") " ;;
    'cloudformation list-stack-resources')
      one "$RESOURCES" "$(quoted "${words##*ResourceType==}") $(quoted "${words##*LogicalResourceId, }")"
      ;;
  esac
}

# The text between the first two quotation marks.
quoted() { cut -d "'" -f 2 <<< "$1"; }

# The last word of the only line of a file with this start.
one() {
  local found
  found=$(grep "^$2" "$1") || refuse "the template has no $2"
  if [[ $(wc -l <<< "$found") != 1 ]]; then refuse "$2 is not one: $found"; fi
  echo "${found##* }"
}

aws() { ran aws "$@"; }
git() { ran git "$@"; }
npm() { ran npm "$@"; }
npx() { ran npx "$@"; }
