import type { AnsiRun } from './notebook.ts';

const RUNS_MAX = 5_000;
// oxlint-disable-next-line no-control-regex -- escape sequences begin with a control character
const SEQUENCE = /\u001b\[([0-9;?]*)([A-Za-z])/g;

/** Parses terminal colours, which tracebacks contain. Other sequences are dropped, and colours after `runsMax`. */
export function ansiRuns(text: string, runsMax = RUNS_MAX): readonly AnsiRun[] {
  const max = Math.max(1, Math.min(RUNS_MAX, runsMax));
  const runs: AnsiRun[] = [];
  let color: number | undefined;
  let isBold = false;
  let from = 0;
  const add = (part: string): void => {
    if (part === '') return;
    const last = runs.at(-1);
    if (last !== undefined && (runs.length >= max || (last.color === color && last.isBold === isBold)))
      runs[runs.length - 1] = { ...last, text: last.text + part };
    else runs.push({ text: part, color, isBold });
  };
  for (const match of text.matchAll(SEQUENCE)) {
    add(text.slice(from, match.index));
    from = match.index + match[0].length;
    if (match[2] !== 'm') continue;
    for (const code of (match[1] ?? '').split(';').map(Number)) {
      if (code === 0) [color, isBold] = [undefined, false];
      else if (code === 1) isBold = true;
      else if (code === 22) isBold = false;
      else if (code === 39) color = undefined;
      else if (code >= 30 && code <= 37) color = code - 30;
      else if (code >= 90 && code <= 97) color = code - 90;
    }
  }
  add(text.slice(from));
  return runs;
}
