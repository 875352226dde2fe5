# Lessons: any bytes give an error, or steps that can be played. The shipped lessons are seeds.
halo_fuzz(lesson SOURCES lesson/fuzz_lesson.c LIBS halo_lesson)
