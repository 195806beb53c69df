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
  /** Guests transfer files with it, so it allows longer bodies and has its own rate limit. */
  readonly forGuests?: true;
  /** Responds with Server-Sent Events, each with the response as its data. Accepts `Last-Event-ID`. */
  readonly streams?: true;
  /** Responds with a file to save; the operation sets its media type. */
  readonly downloads?: true;
  /** Responds with the bytes of a file. Accepts `Range` and `If-Range`. */
  readonly answersBytes?: true;
  /** Responds with a picture to show. */
  readonly answersPicture?: true;
}
