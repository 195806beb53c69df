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
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Undefined for a kind that only an earlier version had. */
export function messageKind(text: string): MessageKind | undefined {
  return MESSAGE_KINDS.find((kind) => kind === text);
}

export interface Message {
  /** Stable over retries, so that receivers can detect duplicates. */
  readonly id: string;
  readonly medium: Medium;
  readonly to: string;
  readonly subject?: string;
  readonly text: string;
  readonly html?: string;
  readonly kind: MessageKind;
}

/** `reason` is a transport code, never message content. */
export interface DeliveryError {
  readonly code: 'undeliverable';
  readonly reason?: string;
}

export interface Delivery {
  readonly media: readonly Medium[];
  send(message: Message): Promise<Result<void, DeliveryError>>;
  close?(): Promise<void>;
}

/** Keeps all messages in the outbox, which administrators of the machine can read. */
export const noDelivery: Delivery = {
  media: [],
  send: async () => err({ code: 'undeliverable' }),
};
