import type { IssueCode } from '@coffer/contracts';
import { textsOf } from '../../lib/language/i18n.ts';
import { type ApiError, apiErrorOf } from './error.ts';
import en from '../messages/en.json';

const { text: currentText, useText } = textsOf(en);

export interface ErrorTexts {
  readonly ofError: (error: ApiError) => string;
  /** Undefined if there is no failure, or the person cancelled. */
  readonly ofFailure: (failure: { readonly cause: unknown } | undefined) => string | undefined;
  readonly ofIssue: (code: IssueCode) => string;
  readonly ofField: (error: ApiError | undefined, path: string) => string | undefined;
  readonly ofCode: (code: ApiError['code']) => string;
}

export function useErrorTexts(): ErrorTexts {
  return textsFrom(useText());
}

export function errorTexts(): ErrorTexts {
  return textsFrom(currentText);
}

/** Runs an undo, whose dialog may be closed by now. Resolves to the message of its failure. */
export async function failureOf(undo: () => Promise<unknown>): Promise<string | undefined> {
  const [outcome] = await Promise.allSettled([undo()]);
  return outcome.status === 'fulfilled' ? undefined : errorTexts().ofFailure({ cause: outcome.reason });
}

function textsFrom(text: ReturnType<typeof useText>): ErrorTexts {
  const ofIssue = (code: IssueCode): string => text(`issues.${code}`);
  const ofError = (error: ApiError): string => {
    const words = text(`errors.${error.code}`);
    if (error.code !== 'internal' || error.requestId === undefined) return words;
    return `${words} ${text('errors.reference', { requestId: error.requestId })}`;
  };
  return {
    ofError,
    ofFailure: (failure) => {
      const error = failure === undefined ? undefined : apiErrorOf(failure.cause);
      return error === undefined || error.code === 'cancelled' ? undefined : ofError(error);
    },
    ofIssue,
    ofField: (error, path) => {
      const issue = error?.issues.find((candidate) => candidate.path === path);
      return issue === undefined ? undefined : ofIssue(issue.code);
    },
    ofCode: (code) => text(`errors.${code}`),
  };
}
