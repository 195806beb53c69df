export { cognitoTimestamp } from './cognito-timestamp.ts';
export { GENERATOR, modPow, MULTIPLIER, PRIME } from './group.ts';
export { bytesToNumber, toSignedBytes } from './integers.ts';
export { SrpProtocolError } from './srp-math.ts';
export { type SrpChallenge, startSrp } from './start-srp.ts';
