import type { Writable } from 'node:stream';
import pino, { type Logger } from 'pino';
import type { Log, LogFacts } from './log.ts';

export interface LogOptions {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  /** Default: standard error. */
  readonly destination?: Pick<Writable, 'write'>;
  readonly now?: () => Date;
}

/** Redacts secrets by name and value. `[withheld]` in the log is a bug to report. */
export function createLog(options: LogOptions): Log {
  const now = options.now ?? (() => new Date());
  const logger = pino(
    {
      level: options.level,
      base: null,
      messageKey: 'event',
      timestamp: () => `,"time":"${now().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    options.destination ?? pino.destination({ fd: 2, sync: true }),
  );
  return over(logger);
}

function over(logger: Logger): Log {
  return {
    debug: (event, facts) => {
      if (logger.isLevelEnabled('debug')) logger.debug(safe(facts), event);
    },
    info: (event, facts) => logger.info(safe(facts), event),
    warn: (event, facts) => logger.warn(safe(facts), event),
    error: (event, facts, cause) => logger.error({ ...safe(facts), ...describeCause(cause) }, event),
    with: (facts) => over(logger.child(safe(facts))),
  };
}

/** Facts with these names get a trailing underscore. */
const RESERVED = new Set(['time', 'level', 'event', 'causes']);
const WITHHELD = '[withheld]';
const TEXT_MAX = 4_000;
const CAUSES_MAX = 5;
const SECRET_WORDS = new Set([
  'password',
  'passwords',
  'secret',
  'secrets',
  'token',
  'tokens',
  'cookie',
  'cookies',
  'authorization',
  'signature',
  'credential',
  'credentials',
  'passphrase',
  'otp',
  'filename',
  'path',
  'url',
  'body',
]);
/** JWTs, presigned URLs, URLs with credentials, bearer headers. */
const SECRET_VALUES = [
  /\beyJ[\w-]{8,}/g,
  /\bhttps?:\/\/\S*(?:signature|credential|token)=\S*/gi,
  /\b(?:x-amz-(?:signature|credential|security-token))=\S*/gi,
  /\b[a-z]+:\/\/[^\s/@]*:[^\s/@]*@\S*/gi,
  /\b(?:bearer|basic)\s+[\w+/.=~-]{8,}/gi,
];

function safe(facts: LogFacts | undefined): Record<string, unknown> {
  const lines: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(facts ?? {})) {
    // Types forbid objects, but one must never reach the log.
    const isUnsafe = isSecretName(name) || (typeof value === 'object' && value !== null);
    lines[RESERVED.has(name) ? `${name}_` : name] = isUnsafe
      ? WITHHELD
      : typeof value === 'string'
        ? safeText(value)
        : value;
  }
  return lines;
}

function isSecretName(name: string): boolean {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_-]/)
    .some((word) => SECRET_WORDS.has(word));
}

function safeText(text: string): string {
  let shown = text;
  for (const pattern of SECRET_VALUES) shown = shown.replaceAll(pattern, WITHHELD);
  // Truncated only after redaction, because half a secret would not match its pattern.
  return shown.slice(0, TEXT_MAX);
}

/** Omits other members, such as `detail` of a database error, because they contain user input. */
function describeCause(cause: unknown): Record<string, unknown> {
  const causes: Record<string, unknown>[] = [];
  for (let at = cause; at !== undefined && at !== null && causes.length < CAUSES_MAX; ) {
    if (!(at instanceof Error)) {
      causes.push({ name: typeof at });
      break;
    }
    const code = 'code' in at && typeof at.code === 'string' ? { code: at.code } : {};
    causes.push({ name: at.name, ...code, stack: safeText(at.stack ?? at.message) });
    at = at.cause;
  }
  return causes.length === 0 ? {} : { causes };
}
