import * as z from 'zod/mini';
import { nodeNameIssue } from './node-name.ts';

/** Issue codes start with `name_`. */
export const NodeName = z.pipe(
  z.string().check((context) => {
    const code = nodeNameIssue(context.value);
    if (code !== undefined) {
      context.issues.push({ code: 'custom', input: context.value, params: { code }, message: code });
    }
  }),
  z.transform((name: string) => name.normalize('NFC')),
);
