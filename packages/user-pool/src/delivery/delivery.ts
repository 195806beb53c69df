import { err, type Result } from '@coffer/kit';

export type Medium = 'EMAIL' | 'SMS';

/** Why a message is sent. */
export type MessageKind =
  | 'sign_up'
  | 'forgot'
  | 'verify_attribute'
  | 'mfa'
  | 'first_factor'
  | 'custom'
  | 'invitation'
  | 'account_exists';

export interface Message {
  /** The same at each try, for receivers that can tell a repetition. */
  readonly id: string;
  readonly medium: Medium;
  /** An e-mail address, or a telephone number that begins with `+`. */
  readonly to: string;
  /** Of e-mails. */
  readonly subject?: string;
  readonly text: string;
  /** The same for who reads e-mail with pictures. */
  readonly html?: string;
  readonly kind: MessageKind;
}

/** `reason` is a code of the transport, never a part of the message. */
export interface DeliveryError {
  readonly code: 'undeliverable';
  readonly reason?: string;
}

/** The way out for messages. An `undeliverable` message is tried again later. */
export interface Delivery {
  /** What can be sent this way; the rest stays in the outbox. */
  readonly media: readonly Medium[];
  send(message: Message): Promise<Result<void, DeliveryError>>;
  /** Ends connections that are kept open. */
  close?(): Promise<void>;
}

/** Nothing is sent: everything stays in the outbox, which an administrator of the machine can read. */
export const noDelivery: Delivery = {
  media: [],
  send: async () => err({ code: 'undeliverable' }),
};
