/** First match wins: later names occur in other User-Agents too. */
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X|Darwin|macOS/, 'macOS'],
  [/Linux|linux/, 'Linux'],
];
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/aws-cli/i, 'AWS CLI'],
  [/Boto3|Botocore/i, 'boto3'],
  [/aws-sdk-js/i, 'AWS SDK for JavaScript'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser/, 'Samsung Internet'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS|Chromium/, 'Chrome'],
  [/Safari/, 'Safari'],
  [/^node|undici/, 'Node.js'],
  [/^curl/, 'curl'],
];

export function describeUserAgent(userAgent: string | null): string {
  if (userAgent === null) return 'unknown';
  const program = PROGRAMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  const known = [program, system].filter((part) => part !== undefined);
  return known.length === 0 ? 'unknown' : known.join(' on ');
}
