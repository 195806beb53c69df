import { expect, test } from 'vitest';
import { parseSubtitles, subtitleLabel } from './parse-subtitles.ts';

test('SubRip and WebVTT give the same subtitles', () => {
  const srt =
    '1\r\n00:00:01,500 --> 00:00:04,000\r\n<font color="red">The lagoon</font>\r\nfills\r\n\r\n2\r\n01:00:00,0 --> 01:00:02,25\r\n{\\an8}Above\r\n';
  const vtt =
    'WEBVTT - title\n\nSTYLE\n::cue { color: red }\n\nNOTE 00:00 --> nothing\n\n00:01.500 --> 00:04.000 line:0 align:start\nThe lagoon\nfills\n\nsecond\n1:00:00.000 --> 1:00:02.250\nAbove';
  const expected = [
    { from: 1.5, to: 4, text: 'The lagoon\nfills' },
    { from: 3_600, to: 3_602.25, text: 'Above' },
  ];
  expect(parseSubtitles(srt)).toEqual(expected);
  expect(parseSubtitles(vtt)).toEqual(expected);
});

test.each([
  '',
  'no subtitles at all',
  '00:00:05,000 --> 00:00:01,000\nbackwards',
  '00:00:01,000 --> 00:00:02,000\n\n',
  '-->\n-->\n-->',
])('%j has no subtitles', (file) => {
  expect(parseSubtitles(file)).toEqual([]);
});

test('a file of a million subtitles is truncated, quickly', () => {
  const file = '1\n00:00:01,000 --> 00:00:02,000\nwords\n\n'.repeat(200_000);
  const before = performance.now();
  expect(parseSubtitles(file)).toHaveLength(20_000);
  expect(performance.now() - before).toBeLessThan(5_000);
});

test.each([
  ['Film.mp4', 'Film.vtt', ''],
  ['Film.mp4', 'film.AR.srt', 'AR'],
  ['Film.mp4', 'Film.en.forced.vtt', 'en.forced'],
  ['Film.mp4', 'Filmstrip.vtt', undefined],
  ['Film.mp4', 'Film.txt', undefined],
  ['Film.mp4', 'Other.vtt', undefined],
  ['A.B.mkv', 'A.B.de.srt', 'de'],
])('for %s, %s has the label %j', (video, candidate, label) => {
  expect(subtitleLabel(video, candidate)).toBe(label);
});
