/** A message as plain data; only `html` is untrusted markup. */
export interface Mail {
  readonly subject: string;
  readonly from: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  /** Undefined if the date is invalid. */
  readonly sentAt: string | undefined;
  readonly text: string | undefined;
  readonly html: string | undefined;
  readonly attachments: readonly MailAttachment[];
}

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

export interface MailAttachment {
  readonly name: string;
  readonly content: Blob;
  /** In `cid:` addresses of the HTML. */
  readonly contentId: string | undefined;
  readonly isWithinText: boolean;
}
