export { type Configuration, type ConfigurationInput, configurationSchema } from './configuration.ts';
export { createUserPool, type StartError, type UserPool, type UserPoolOptions } from './create-user-pool.ts';
export type { VaultKey } from './crypto/vault.ts';
export { createDelivery } from './delivery/create-delivery.ts';
export type { Delivery, DeliveryError, Medium, Message, MessageKind } from './delivery/delivery.ts';
export {
  type DeliverySettings,
  type DeliverySettingsInput,
  deliverySettingsSchema,
} from './delivery/settings.ts';
export type { Connection, Handler } from './http/handler.ts';
export type { AdminCredential } from './http/sig-v4.ts';
export { createLineLog, type Log, type LogFields } from './log.ts';
export { type ListenError, listen, type RunningServer } from './server.ts';
export {
  type DeclaredClient,
  type DeclaredPool,
  type DeclaredPoolInput,
  declaredPoolSchema,
} from './settings.ts';
