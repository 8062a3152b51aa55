/** In code points; 180 bytes of UTF-8 at most for Chinese, where file systems allow 255. */
const NAME_LENGTH = 60;

/** The name of the picture with an agent's QR code: the agent's own, as far as every file system takes it. */
export function qrFileName(agentName: string): string {
  const allowed = agentName.replace(/[\p{C}\s/\\:*?"<>|-]+/gu, '-').replace(/^[-.]+|[-.]+$/g, '');
  const short = [...allowed].slice(0, NAME_LENGTH).join('');
  return short === '' ? 'farwatch-agent.png' : `farwatch-agent-${short}.png`;
}
