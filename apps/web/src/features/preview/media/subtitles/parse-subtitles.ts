export interface Subtitle {
  readonly from: number;
  readonly to: number;
  /** May contain WebVTT tags, which the browser interprets. */
  readonly text: string;
}

const SUBTITLES_MAX = 20_000;
const TEXT_MAX = 2_000;
const TIMES = /^\s*((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})\s*-->\s*((?:\d+:)?\d{1,2}:\d{1,2}[.,]\d{1,3})/;

/** Reads SubRip and WebVTT, and skips invalid blocks. */
export function parseSubtitles(file: string): readonly Subtitle[] {
  const found: Subtitle[] = [];
  for (const block of file.replaceAll(/\r\n?/g, '\n').split(/\n[ \t]*\n/)) {
    if (found.length >= SUBTITLES_MAX) break;
    const lines = block.split('\n');
    const at = lines.findIndex((line) => TIMES.test(line));
    const times = TIMES.exec(lines[at] ?? '');
    const [from, to] = [secondsOf(times?.[1]), secondsOf(times?.[2])];
    const text = textOf(lines.slice(at + 1));
    if (from !== undefined && to !== undefined && to > from && text !== '') found.push({ from, to, text });
  }
  return found;
}

function secondsOf(time: string | undefined): number | undefined {
  if (time === undefined) return undefined;
  const seconds = time
    .replace(',', '.')
    .split(':')
    .reduce((sum, part) => sum * 60 + Number(part), 0);
  return Number.isFinite(seconds) ? seconds : undefined;
}

/** Removes the positions and fonts of SubRip, which WebVTT does not have. */
function textOf(lines: readonly string[]): string {
  return lines
    .join('\n')
    .replaceAll(/\{\\[^}]*\}|<\/?font[^>]*>/gi, '')
    .trim()
    .slice(0, TEXT_MAX);
}

const SUBTITLE = /\.(?:vtt|srt)$/i;

/** The part between the video's name and the extension: `ar` for `video.ar.vtt`. Undefined for other files. */
export function subtitleLabel(video: string, candidate: string): string | undefined {
  const base = video.replace(/\.[^.]*$/, '').toLocaleLowerCase();
  const name = candidate.replace(SUBTITLE, '');
  if (name === candidate || !name.toLocaleLowerCase().startsWith(base)) return undefined;
  const rest = name.slice(base.length);
  return rest === '' || rest.startsWith('.') ? rest.slice(1) : undefined;
}
