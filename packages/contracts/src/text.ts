import * as z from 'zod/mini';

// oxlint-disable-next-line no-control-regex -- the pattern has to refuse control characters
const NO_CONTROLS = /^[^\u0000-\u001f\u007f-\u009f]*$/;

/** One typed line, such as a name, without control characters or lone surrogates. */
export function typedLine(lengthMin: number, lengthMax: number) {
  return z.string().check(
    z.trim(),
    z.minLength(lengthMin),
    z.maxLength(lengthMax),
    z.regex(NO_CONTROLS),
    z.refine((text) => text.isWellFormed()),
  );
}

// oxlint-disable-next-line no-control-regex -- the pattern has to refuse control characters
const ONLY_LINE_BREAKS = /^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f]*$/;

/** Typed text of several lines, such as a message. */
export function typedText(lengthMax: number) {
  return z.string().check(
    z.trim(),
    z.maxLength(lengthMax),
    z.regex(ONLY_LINE_BREAKS),
    z.refine((text) => text.isWellFormed()),
  );
}
