import type { OneTimeLink } from '@coffer/contracts';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../api/calls/error.ts';

export interface LinkFormProps {
  readonly code: string;
  readonly link: OneTimeLink;
  readonly notice: ReactNode;
  /** Signs out the person who is signed in here. An error means that they are still signed in. */
  readonly onLeave: () => Promise<ApiError | undefined>;
  readonly onRefused: (error: ApiError) => void;
  /** Called after the password was set. */
  readonly onUsed: (username: string, password: string) => Promise<void>;
}
