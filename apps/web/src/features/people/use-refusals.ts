import type { ApiError } from '../../api/calls/error.ts';
import { apiErrorOf } from '../../api/calls/error.ts';
import { useErrorTexts } from '../../api/calls/error-texts.ts';
import { useText } from './texts.ts';

const OWN = [
  'already_invited',
  'name_taken',
  'last_administrator',
  'space_not_found',
  'pool_key_missing',
  'kept_elsewhere',
  'account_disabled',
  'last_owner',
  'revision_conflict',
  'person_not_found',
] as const;

interface Refusals {
  readonly ofCode: (code: string) => string;
  readonly ofFailure: (failure: { readonly cause: unknown } | undefined) => string | undefined;
}

/** Some errors need other texts when they concern an account that is administered. */
export function useRefusals(): Refusals {
  const text = useText();
  const words = useErrorTexts();
  const ofError = (error: ApiError): string => {
    const own = OWN.find((code) => code === error.code);
    return own === undefined ? words.ofError(error) : text(`people.refused.${own}`);
  };
  return {
    ofCode: (code) => {
      const own = OWN.find((each) => each === code);
      if (own !== undefined) return text(`people.refused.${own}`);
      return code === 'pool_unavailable' ? words.ofCode(code) : text('people.refused.other');
    },
    ofFailure: (failure) => (failure === undefined ? undefined : ofError(apiErrorOf(failure.cause))),
  };
}
