#!/bin/sh
# Something to drive: it asks, prints in colour, and ends with a status.
printf 'What is your name? '
read -r name || exit 1
printf '\n  \033[1mHello, %s!\033[0m\n\n  ' "$name"
for colour in 196 202 208 214 220 226 190 154 118 82 46 48 50 51 45 39 33 27 21 57 93 129 165 201; do
  printf '\033[48;5;%sm  ' "$colour"
done
printf '\033[0m\n\n'
