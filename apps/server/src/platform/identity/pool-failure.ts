/** `pool_refused` contains the pool's exception name. */
export type PoolFailure =
  | { readonly code: 'sign_in_failed' }
  | { readonly code: 'challenge_failed' }
  | { readonly code: 'challenge_expired' }
  | { readonly code: 'account_disabled' }
  | { readonly code: 'too_many_tries' }
  | {
      readonly code: 'password_refused';
      readonly reason: 'password_too_short' | 'password_common' | 'password_refused';
    }
  | {
      readonly code: 'address_refused';
      readonly reason: 'address_fixed' | 'wrong_format' | 'domain_not_allowed';
    }
  | { readonly code: 'name_taken' }
  | { readonly code: 'session_ended' }
  | { readonly code: 'attributes_refused' }
  | { readonly code: 'factor_not_started' }
  | { readonly code: 'factor_unavailable' }
  | { readonly code: 'factor_required' }
  | { readonly code: 'passkey_not_found' }
  | { readonly code: 'pool_unavailable' }
  | { readonly code: 'pool_refused'; readonly exception: string };
