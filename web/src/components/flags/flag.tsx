import { Image } from '@chakra-ui/react';
import type { LocationCode } from '@farwatch/core/locations';
import bd from './bd.svg';
import th from './th.svg';
import tw from './tw.svg';

const FLAGS: Record<LocationCode, string> = { tw, th, bd };

/** A location's flag, without text of its own: always beside the name, or with it as `title`. */
export function Flag({ code, title }: { code: LocationCode; title?: string }) {
  return (
    <Image
      src={FLAGS[code]}
      alt={title ?? ''}
      title={title}
      width="18px"
      height="12px"
      borderRadius="2px"
      outline="1px solid"
      outlineColor="border"
      flexShrink="0"
    />
  );
}
