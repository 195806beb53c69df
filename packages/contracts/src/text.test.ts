import { expect, test } from 'vitest';
import { UpdateProfileRequest, RenamePasskeyRequest, SignUpRequest, WelcomeRequest } from './index.ts';

const ACCOUNT = { email: 'ada@example.org', password: 'correct horse battery' };

test.each(['Ada Lovelace', 'Müller, Jörg', '李小龍', 'علی‌رضا', 'Zoë 👩‍🚀'])('%j is a name', (name) => {
  expect(UpdateProfileRequest.safeParse({ name }).data).toEqual({ name });
  expect(RenamePasskeyRequest.safeParse({ name }).data).toEqual({ name });
});

test.each(['a\u0000b', 'a\nb', 'a\u001b[31m', 'a\u007fb', 'a\u009fb', 'a\ud800b', ' ', ''])(
  '%j is refused as a name of a person or of a passkey',
  (name) => {
    expect(UpdateProfileRequest.safeParse({ name }).success).toBe(false);
    expect(RenamePasskeyRequest.safeParse({ name }).success).toBe(false);
    expect(SignUpRequest.safeParse({ ...ACCOUNT, name }).success).toBe(false);
    expect(WelcomeRequest.safeParse({ ...ACCOUNT, name, code: 'x'.repeat(20) }).success).toBe(false);
  },
);
