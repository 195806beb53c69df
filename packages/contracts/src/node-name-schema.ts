import * as z from 'zod/mini';
import { nodeNameIssue } from './node-name.ts';

/** The name of a file or folder. Its issue code, if refused, is one of the `name_` codes. */
export const NodeName = z.pipe(
  z.string().check((context) => {
    const code = nodeNameIssue(context.value);
    if (code !== undefined) {
      context.issues.push({ code: 'custom', input: context.value, params: { code }, message: code });
    }
  }),
  z.transform((name: string) => name.normalize('NFC')),
);
