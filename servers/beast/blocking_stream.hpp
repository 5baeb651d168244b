// A blocking socket as Beast's synchronous functions want one. Asio's own sockets cannot time out:
// what SO_RCVTIMEO ends they begin again. Silence is timed by the kernel, without a call for it;
// a deadline, for the few who need one, by poll. Belongs to one thread; does not own the socket.
#pragma once

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/system/error_code.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>
#include <cstddef>
#include <optional>
#include <sys/uio.h>

#include "base/clock.hpp"
#include "base/units.hpp"

namespace joust::beast {

class BlockingStream {
 public:
  /// `silence`: after so long a read or a write that makes no progress fails with would_block.
  BlockingStream(int socket, Nanoseconds silence);

  int socket() const { return socket_; }

  /// Reads that come after the first bytes of something must end by a common time: until the next
  /// call the second and later ones share `patience`, counted from the second's begin.
  void allow_after_first_read(Nanoseconds patience);
  /// All reads from here on share `patience`.
  void allow(Nanoseconds patience);
  /// Any number of reads, each as long as the silence allows.
  void allow_each();

  // Beast's SyncReadStream and SyncWriteStream.
  template <typename Buffers>
  std::size_t read_some(const Buffers& buffers, boost::system::error_code& error) {
    const Pieces pieces(buffers);
    return receive(pieces.begin(), pieces.size(), error);
  }
  template <typename Buffers>
  std::size_t read_some(const Buffers& buffers) {
    boost::system::error_code error;
    const std::size_t bytes = read_some(buffers, error);
    if (error) throw boost::system::system_error(error);
    return bytes;
  }
  template <typename Buffers>
  std::size_t write_some(const Buffers& buffers, boost::system::error_code& error) {
    const Pieces pieces(buffers);
    return send(pieces.begin(), pieces.size(), error);
  }
  template <typename Buffers>
  std::size_t write_some(const Buffers& buffers) {
    boost::system::error_code error;
    const std::size_t bytes = write_some(buffers, error);
    if (error) throw boost::system::system_error(error);
    return bytes;
  }

 private:
  // A sequence of buffers as the kernel wants it. What is beyond waits for the next call.
  class Pieces {
   public:
    template <typename Buffers>
    explicit Pieces(const Buffers& buffers) {
      const auto end = boost::asio::buffer_sequence_end(buffers);
      for (auto at = boost::asio::buffer_sequence_begin(buffers); at != end; ++at) {
        if (count_ == pieces_.size()) break;
        const boost::asio::const_buffer piece(*at);
        if (piece.size() == 0) continue;
        // iovec serves reads and writes alike, and so has no const.
        pieces_[count_++] = {const_cast<void*>(piece.data()), piece.size()};
      }
    }
    const iovec* begin() const { return pieces_.data(); }
    std::size_t size() const { return count_; }

   private:
    std::array<iovec, 16> pieces_{};
    std::size_t count_ = 0;
  };

  std::size_t receive(const iovec* pieces, std::size_t count, boost::system::error_code& error);
  std::size_t send(const iovec* pieces, std::size_t count, boost::system::error_code& error);
  bool wait_for_bytes(SteadyClock::time_point deadline, boost::system::error_code& error) const;

  int socket_;
  Nanoseconds patience_{0};
  bool first_read_free_ = false;
  bool has_deadline_ = false;
  std::optional<SteadyClock::time_point> deadline_;  // set by the first read that it holds for
};

}  // namespace joust::beast
