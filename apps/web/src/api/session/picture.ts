import { callOrThrow } from '../calls/client.ts';

export async function setPicture(picture: string): Promise<void> {
  await callOrThrow('setPicture', { body: { picture } });
}

export async function removePicture(): Promise<void> {
  await callOrThrow('removePicture');
}
