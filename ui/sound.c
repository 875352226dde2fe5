#include "ui/sound.h"

#include <SDL.h>
#include <stdlib.h>

enum {
	CLOSE_AFTER_MS = 2000, /* an open device prevents the machine from sleeping */
	REAP_MS = 200,
	END_MS = 500,
};

struct sound {
	SDL_Thread *thread;
	SDL_mutex *lock; /* protects the following fields */
	SDL_sem *wanted, *ended;
	bool stop;
	int cue; /* next cue to play; -1: none; a newer one replaces it */
	unsigned volume;
	/* used by the thread only */
	SDL_AudioDeviceID device;
	bool broken;   /* no device: not tried again */
};

static bool
device_open(struct sound *s)
{
	SDL_AudioSpec want = {
		.freq = SOUND_RATE, .format = AUDIO_S16SYS, .channels = 1, .samples = 1024
	};

	if (s->device != 0)
		return true;
	if (s->broken)
		return false;
	if (SDL_InitSubSystem(SDL_INIT_AUDIO) == 0)
		s->device = SDL_OpenAudioDevice(NULL, 0, &want, NULL, 0);
	s->broken = s->device == 0;
	if (!s->broken)
		SDL_PauseAudioDevice(s->device, 0);
	return !s->broken;
}

static void
device_close(struct sound *s)
{
	if (s->device != 0)
		SDL_CloseAudioDevice(s->device);
	s->device = 0;
}

static void
cue_play(struct sound *s, int cue, unsigned volume)
{
	static int16_t samples[SOUND_SAMPLES_MAX];
	size_t n = sound_samples((enum ui_cue)cue, samples);

	if (!device_open(s))
		return;
	for (size_t i = 0; i < n; i++)
		samples[i] = (int16_t)(samples[i] * (int)volume / 100);
	(void)SDL_QueueAudio(s->device, samples, (Uint32)(n * sizeof(samples[0])));
}

static bool
is_stopped(struct sound *s)
{
	bool stop;

	SDL_LockMutex(s->lock);
	stop = s->stop;
	SDL_UnlockMutex(s->lock);
	return stop;
}

static void
play_requested(struct sound *s)
{
	unsigned volume;
	int cue;

	SDL_LockMutex(s->lock);
	cue = s->cue;
	volume = s->volume;
	s->cue = -1;
	SDL_UnlockMutex(s->lock);
	if (cue >= 0)
		cue_play(s, cue, volume);
}

static int
sound_run(void *arg)
{
	struct sound *s = arg;
	Uint32 idle_ms = 0;

	while (!is_stopped(s)) {
		bool rests = s->device == 0;

		if ((rests ? SDL_SemWait(s->wanted) : SDL_SemWaitTimeout(s->wanted, REAP_MS)) ==
		    0) {
			idle_ms = 0;
			play_requested(s);
			continue;
		}
		idle_ms += REAP_MS;
		if (idle_ms >= CLOSE_AFTER_MS)
			device_close(s);
	}
	/* Finish a started sound if it is short. */
	for (int i = 0; s->device != 0 && i < 3 && SDL_GetQueuedAudioSize(s->device) > 0; i++)
		SDL_Delay(REAP_MS);
	device_close(s);
	SDL_SemPost(s->ended);
	return 0;
}

struct sound *
sound_create(void)
{
	struct sound *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return NULL;
	s->cue = -1;
	s->lock = SDL_CreateMutex();
	s->wanted = SDL_CreateSemaphore(0);
	s->ended = SDL_CreateSemaphore(0);
	if (s->lock != NULL && s->wanted != NULL && s->ended != NULL)
		s->thread = SDL_CreateThread(sound_run, "sound", s);
	if (s->thread != NULL)
		return s;
	SDL_DestroyMutex(s->lock);
	SDL_DestroySemaphore(s->wanted);
	SDL_DestroySemaphore(s->ended);
	free(s);
	return NULL;
}

bool
sound_destroy(struct sound *s)
{
	if (s == NULL)
		return true;
	SDL_LockMutex(s->lock);
	s->stop = true;
	SDL_UnlockMutex(s->lock);
	SDL_SemPost(s->wanted);
	if (SDL_SemWaitTimeout(s->ended, END_MS + 3 * REAP_MS) != 0) {
		SDL_DetachThread(s->thread); /* the thread hangs in its device: leak its memory */
		return false;
	}
	SDL_WaitThread(s->thread, NULL);
	SDL_DestroyMutex(s->lock);
	SDL_DestroySemaphore(s->wanted);
	SDL_DestroySemaphore(s->ended);
	free(s);
	return true;
}

void
sound_play(struct sound *s, enum ui_cue cue, unsigned volume)
{
	if (s == NULL || volume == 0)
		return;
	SDL_LockMutex(s->lock);
	s->cue = (int)cue;
	s->volume = volume;
	SDL_UnlockMutex(s->lock);
	SDL_SemPost(s->wanted);
}
