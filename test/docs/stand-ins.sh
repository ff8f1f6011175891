# Read before the commands of docs/operating.md: stands in for what cannot be run here (test/docs/not-run-here.ts), and
# holds every name that such a command is given against the template.
set -euo pipefail
shopt -s inherit_errexit

begins() {
  local list=$1 prefix
  shift
  while IFS= read -r prefix; do [[ "$* " == "$prefix "* ]] && return 0; done < "$list"
  return 1
}

# Ends the page, from within "$(…)" too, whose failure the words around it would hide.
trap 'exit 97' USR1
refuse() {
  echo "docs/operating.md: $*" >&2
  kill -USR1 $$
  return 1
}

# Runs it, or writes it down: the words of one call on one line, a unit separator between them.
ran() {
  if begins "$RUN_HERE" "$@"; then
    command "$@"
  elif begins "$NOT_RUN_HERE" "$@"; then
    (IFS=$'\x1f' && printf '%s\n' "$*" >> "$CALLS")
    answer "$@"
  else
    refuse "neither run nor listed: $*"
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

# What stands between the first two quotation marks.
quoted() { cut -d "'" -f 2 <<< "$1"; }

# The last word of the one line of a file that begins so.
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
