# complete.bash PROGRAM LINE: what bash offers at the end of a line that begins with "gantry", a word a line.
set -euo pipefail
program=$1 COMP_LINE=$2
PATH=$(dirname "$program"):$PATH
set +u
eval "$("$program" --generate-completion-script bash)"
COMP_POINT=${#COMP_LINE}
read -ra COMP_WORDS <<<"$COMP_LINE"
[[ $COMP_LINE != *' ' ]] || COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
COMPREPLY=()
_gantry gantry "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" || true
printf '%s\n' "${COMPREPLY[@]}"
