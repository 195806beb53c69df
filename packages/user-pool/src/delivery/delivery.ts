import { err, type Result } from '@coffer/kit';

export type Medium = 'EMAIL' | 'SMS';

const MESSAGE_KINDS = [
  'sign_up',
  'forgot',
  'verify_attribute',
  'mfa',
  'first_factor',
  'custom',
  'invitation',
  /** An invitation without a password. */
  'welcome',
  'account_exists',
] as const;
/** Why a message is sent. */
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Undefined for a kind of an earlier version. */
export function messageKind(text: string): MessageKind | undefined {
  return MESSAGE_KINDS.find((kind) => kind === text);
}

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
