/** A message as plain data; only `html` is untrusted markup. */
export interface Mail {
  readonly subject: string;
  readonly from: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  /** Undefined if the date is missing or invalid. */
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
  /** Id by which `cid:` URLs in the HTML refer to the attachment. */
  readonly contentId: string | undefined;
  readonly isWithinText: boolean;
}
