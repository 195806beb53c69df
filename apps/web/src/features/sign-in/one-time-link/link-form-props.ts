import type { OneTimeLink } from '@coffer/contracts';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../api/calls/error.ts';

export interface LinkFormProps {
  readonly code: string;
  readonly link: OneTimeLink;
  readonly notice: ReactNode;
  /** Signs out whoever is signed in here; an error means that they still are. */
  readonly onLeave: () => Promise<ApiError | undefined>;
  readonly onRefused: (error: ApiError) => void;
  /** The password is set. */
  readonly onUsed: (username: string, password: string) => Promise<void>;
}
