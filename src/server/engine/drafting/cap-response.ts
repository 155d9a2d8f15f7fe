/** Four times the longest answer a provider is asked for, events included. */
const RESPONSE_MAX_BYTES = 16 * 1024 * 1024;

/** A fetch that fails when a response grows beyond the limit, so that no server can exhaust our memory. */
export const fetchCapped: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  let bytes = 0;
  const cap = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > RESPONSE_MAX_BYTES) controller.error(new Error('the response is too long'));
      else controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(cap), response);
};
