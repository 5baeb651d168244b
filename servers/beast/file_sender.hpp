// Sends a part of a file with sendfile(2), a turn at a time: Beast's own file_body would read and
// write 4 KiB pieces. Works on any non-blocking socket; knows neither Asio nor HTTP.
#pragma once

#include "servers/site/file_turns.hpp"
#include "servers/site/response.hpp"

namespace joust::beast {

using site::Sent;

class FileSender {
 public:
  /// `socket` must outlive it.
  FileSender(int socket, site::FileRange range);

  Sent send_some();

 private:
  int socket_;
  site::FileRange left_;
  site::FileTurns turns_;
};

}  // namespace joust::beast
