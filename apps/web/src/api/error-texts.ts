import type { IssueCode } from '@coffer/contracts';
import { textsOf } from '../lib/i18n.ts';
import { type ApiError, apiErrorOf } from './error.ts';
import en from './messages/en.json';

const { text: currentText, useText } = textsOf(en);

export interface ErrorTexts {
  /** What happened and what can be done, in one or two sentences. */
  readonly ofError: (error: ApiError) => string;
  /** Why a query or a change failed, if it did. That the person did not want to go on is no news to them. */
  readonly ofFailure: (failure: { readonly cause: unknown } | undefined) => string | undefined;
  /** Why a field was refused. */
  readonly ofIssue: (code: IssueCode) => string;
  /** The words for one field of a refused request, if that field was at fault. */
  readonly ofField: (error: ApiError | undefined, path: string) => string | undefined;
  /** The words of the code of one entry of a batch. */
  readonly ofCode: (code: ApiError['code']) => string;
}

/** Words for people, for each error code. */
export function useErrorTexts(): ErrorTexts {
  return textsFrom(useText());
}

/** The same for code outside React: in the language of the moment of the call. */
export function errorTexts(): ErrorTexts {
  return textsFrom(currentText);
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
