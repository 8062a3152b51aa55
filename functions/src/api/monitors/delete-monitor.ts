import { monitorCalls } from '@farwatch/core/api/monitors';
import { DONE } from '@farwatch/core/api/parts';
import { ApiError } from '../errors.ts';
import { route } from '../route.ts';
import { editMonitor } from './edit-monitor.ts';

export const deleteMonitor = route(monitorCalls.remove, {
  run: async (run, caller, { params }) => {
    let wasThere = false;
    await editMonitor(run, caller, params.id, (present) => {
      // If it is gone at a second try, the first was committed and only its answer was lost.
      if (!present && !wasThere) throw new ApiError('not_found');
      wasThere = true;
      return null;
    });
    return DONE;
  },
});
