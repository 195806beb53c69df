/** Without schemas, to keep the browser bundle small. */
export interface RouteData {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Parameters are in braces: `/nodes/{nodeId}`. */
  readonly path: `/${string}`;
  /** `anyone` needs no session; other calls answer `not_signed_in` without one. */
  readonly access: 'anyone' | 'person';
  /** Success status; 204 has no body. */
  readonly status: 200 | 201 | 204;
  /** Requires `If-Match` with the revision. */
  readonly replaces?: true;
  /** Supports `Idempotency-Key`. */
  readonly creates?: true;
  /** May answer 302 instead of the response. */
  readonly redirects?: true;
  /** Sent in the background, so it does not extend the session. */
  readonly isBackgroundPoll?: true;
  /** Guests send or fetch files with it: longer bodies than other open calls, and counted apart. */
  readonly forGuests?: true;
  /** Answers Server-Sent Events; the response describes the data of one. Accepts `Last-Event-ID`. */
  readonly streams?: true;
  /** Answers a file to save, whose media type the call decides. */
  readonly downloads?: true;
  /** Answers the bytes of a file. Accepts `Range` and `If-Range`. */
  readonly answersBytes?: true;
}
