import type { OneTimeLink } from '@coffer/contracts';
import type { ReactNode } from 'react';
import type { ApiError } from '../../../api/calls/error.ts';

export interface LinkFormProps {
  readonly code: string;
  readonly link: OneTimeLink;
  readonly notice: ReactNode;
  readonly onRefused: (error: ApiError) => void;
  /** The password is set. */
  readonly onUsed: (username: string, password: string) => Promise<void>;
}
