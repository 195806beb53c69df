import type { Result } from '@coffer/kit';
import { useState } from 'react';
import type { ApiError } from '../../../api/calls/error.ts';
import { focusFirst } from './account-page.tsx';

interface Face {
  readonly isBusy: boolean;
  readonly wanting: readonly string[];
  readonly error: ApiError | undefined;
}

export interface AccountForm extends Face {
  /** Resolves to true on success. */
  readonly send: (
    form: HTMLFormElement,
    wanting: readonly string[],
    work: () => Promise<Result<unknown, ApiError>>,
  ) => Promise<boolean>;
}

export function useAccountForm(): AccountForm {
  const [face, setFace] = useState<Face>({ isBusy: false, wanting: [], error: undefined });
  const send: AccountForm['send'] = async (form, wanting, work) => {
    if (wanting.length > 0) {
      setFace({ isBusy: false, wanting, error: undefined });
      focusFirst(form, wanting);
      return false;
    }
    setFace({ isBusy: true, wanting: [], error: undefined });
    const result = await work();
    setFace({ isBusy: false, wanting: [], error: result.ok ? undefined : result.error });
    return result.ok;
  };
  return { ...face, send };
}
