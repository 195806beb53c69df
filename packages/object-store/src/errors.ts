/** Every error response of the store: its HTTP status and message. */
export const S3_ERRORS = {
  AccessDenied: { status: 403, message: 'Access Denied' },
  AccessForbidden: { status: 403, message: 'CORSResponse: This CORS request is not allowed.' },
  AuthorizationHeaderMalformed: { status: 400, message: 'The authorization header is malformed.' },
  AuthorizationQueryParametersError: { status: 400, message: 'The signing query parameters are malformed.' },
  BadDigest: { status: 400, message: 'The checksum you specified did not match what we received.' },
  BadRequest: { status: 400, message: 'The request cannot be understood.' },
  BucketNotEmpty: { status: 409, message: 'The bucket you tried to delete is not empty' },
  BucketAlreadyOwnedByYou: { status: 409, message: 'The bucket exists already, and you own it.' },
  EntityTooLarge: { status: 400, message: 'Your proposed upload exceeds the maximum allowed size.' },
  EntityTooSmall: { status: 400, message: 'A part other than the last is smaller than the minimum size.' },
  IncompleteBody: { status: 400, message: 'The body is shorter or longer than announced, or malformed.' },
  InsufficientStorage: { status: 507, message: 'There is no space left in the store.' },
  InternalError: { status: 500, message: 'We encountered an internal error. Please try again.' },
  InvalidAccessKeyId: { status: 403, message: 'The access key id you provided does not exist.' },
  InvalidArgument: { status: 400, message: 'Invalid Argument' },
  InvalidBucketName: { status: 400, message: 'The specified bucket is not valid.' },
  InvalidDigest: { status: 400, message: 'The Content-MD5 you specified is not valid.' },
  InvalidPart: {
    status: 400,
    message: 'One or more of the specified parts could not be found, or did not match.',
  },
  InvalidPartNumber: { status: 416, message: 'The requested partnumber is not satisfiable' },
  InvalidPartOrder: { status: 400, message: 'The list of parts was not in ascending order.' },
  InvalidPolicyDocument: {
    status: 400,
    message: 'The content of the form does not meet the conditions specified in the policy document.',
  },
  InvalidRange: { status: 416, message: 'The requested range is not satisfiable.' },
  InvalidRequest: { status: 400, message: 'Invalid Request' },
  InvalidStorageClass: { status: 400, message: 'The storage class you specified is not valid.' },
  InvalidTag: { status: 400, message: 'The tag provided was not a valid tag.' },
  InvalidURI: { status: 400, message: "Couldn't parse the specified URI." },
  KeyTooLongError: { status: 400, message: 'Your key is too long.' },
  MalformedPOSTRequest: {
    status: 400,
    message: 'The body of your POST request is not well-formed multipart/form-data.',
  },
  MalformedTrailerError: {
    status: 400,
    message: 'The request contained trailing data that was not expected.',
  },
  MalformedXML: { status: 400, message: 'The XML you provided was not well-formed or did not validate.' },
  MaxPostPreDataLengthExceededError: {
    status: 400,
    message: 'Your POST request fields preceding the upload file were too large.',
  },
  MaxMessageLengthExceeded: { status: 400, message: 'Your request was too big.' },
  MetadataTooLarge: { status: 400, message: 'Your metadata headers exceed the maximum allowed size.' },
  MethodNotAllowed: { status: 405, message: 'The specified method is not allowed against this resource.' },
  MissingContentLength: { status: 411, message: 'You must provide the Content-Length HTTP header.' },
  NoSuchBucket: { status: 404, message: 'The specified bucket does not exist.' },
  NoSuchCORSConfiguration: { status: 404, message: 'The CORS configuration does not exist.' },
  NoSuchLifecycleConfiguration: { status: 404, message: 'The lifecycle configuration does not exist' },
  NoSuchKey: { status: 404, message: 'The specified key does not exist.' },
  NoSuchUpload: { status: 404, message: 'The specified multipart upload does not exist.' },
  NotImplemented: {
    status: 501,
    message: 'A header or parameter you provided implies functionality that is not implemented',
  },
  PreconditionFailed: {
    status: 412,
    message: 'At least one of the pre-conditions you specified did not hold',
  },
  RequestTimeout: {
    status: 400,
    message:
      'Your socket connection to the server was not read from or written to within the timeout period.',
  },
  RequestTimeTooSkewed: {
    status: 403,
    message: 'The difference between the request time and the current time is too large.',
  },
  ServiceUnavailable: { status: 503, message: 'The store is stopping, or its disk has failed.' },
  SignatureDoesNotMatch: {
    status: 403,
    message: 'The request signature we calculated does not match the signature you provided.',
  },
  SlowDown: { status: 503, message: 'Please reduce your request rate.' },
  TooManyBuckets: { status: 400, message: 'You have attempted to create more buckets than allowed.' },
  XAmzContentSHA256Mismatch: {
    status: 400,
    message: "The provided 'x-amz-content-sha256' header does not match what was computed.",
  },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly message: string }>>;

export type S3ErrorCode = keyof typeof S3_ERRORS;

export interface S3Error {
  readonly code: S3ErrorCode;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Additional elements, in order: facts about the store or names from the request. */
  readonly details?: ErrorDetails;
}

export function errorMessage({ code, message }: S3Error): string {
  return message ?? S3_ERRORS[code].message;
}

export type ErrorDetails = readonly (readonly [element: string, text: string])[];

/**
 * The message may contain names of the client's fields and policy conditions, nothing else from the request.
 */
export function refusal(code: S3ErrorCode, message?: string, details?: ErrorDetails): S3Error {
  return {
    code,
    ...(message === undefined ? {} : { message }),
    ...(details === undefined ? {} : { details }),
  };
}

export function slowDown(): S3Error {
  return { ...refusal('SlowDown'), headers: { 'retry-after': '1' } };
}

export function requestTimeout(): S3Error {
  return { ...refusal('RequestTimeout'), headers: CLOSING };
}

export function formDropped(): S3Error {
  return { ...refusal('SlowDown'), headers: { 'retry-after': '1', ...CLOSING } };
}

const CLOSING = { connection: 'close' };

export function notImplemented(kind: 'Header' | 'Parameter' | 'Method', name: string): S3Error {
  const message = `A ${kind.toLowerCase()} you provided implies functionality that is not implemented`;
  return refusal('NotImplemented', message, [[kind, name]]);
}

export function noSuchBucket(bucket: string): S3Error {
  return refusal('NoSuchBucket', undefined, [['BucketName', bucket]]);
}

export function noSuchKey(key: string): S3Error {
  return refusal('NoSuchKey', undefined, [['Key', key]]);
}
